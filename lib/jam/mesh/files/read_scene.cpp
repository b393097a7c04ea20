// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// glTF, 3MF, DAE and FBX through assimp. Only the importer of the format is registered, and it gets no file
// but the bytes that were read: assimp neither guesses formats nor follows names of textures.
#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>

#include <array>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/files/library_readers.hpp"
#include "jam/mesh/files/model_text.hpp"
#include "jam/mesh/files/part_list.hpp"
#include "jam/mesh/merged_vertices.hpp"

namespace jam::mesh {
namespace {

struct SceneFormat {
  const char* name;
  const char* importer;      ///< Name of the importer of assimp.
  const char* file;          ///< Name of the file that assimp gets, with an extension of the format.
  bool has_buffers = false;  ///< Whether files in the same folder are read, too.
};

/// The files that assimp sees.
class SceneFiles : public Assimp::IOSystem {
 public:
  SceneFiles(const SceneFormat& format, std::string_view bytes, std::filesystem::path folder)
      : format_(format), bytes_(bytes), folder_(std::move(folder)) {}

  /// Why a file could not be read; empty if none was asked for in vain.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  bool Exists(const char* file) const override {
    return file == std::string_view(format_.file) || is_buffer(file);
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char* /*mode*/) override {
    if (file == std::string_view(format_.file)) return stream(bytes_);
    try {
      if (!is_buffer(file))
        throw InputError("refers to " + io::quoted(file) + "; only " +
                         (format_.has_buffers ? "buffers in the same folder are" : "the file itself is") +
                         " read");
      return stream(buffers_.emplace_back(io::read_file(folder_ / file, io::mesh_byte_limit)));
    } catch (const InputError& error) {
      problem_ = error.what();
      return nullptr;
    }
  }
  void Close(Assimp::IOStream* file) override { delete file; }

 private:
  [[nodiscard]] bool is_buffer(std::string_view file) const {
    return format_.has_buffers && !file.empty() && file.find_first_of("/\\:") == std::string_view::npos &&
           file != "." && file != "..";
  }
  static Assimp::IOStream* stream(std::string_view bytes) {
    return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }

  const SceneFormat& format_;
  std::string_view bytes_;
  std::filesystem::path folder_;
  std::list<std::string> buffers_;
  std::string problem_;
};

/// An affine transformation, in double.
class Transform {
 public:
  Transform() = default;
  explicit Transform(const aiMatrix4x4& m)
      : x_{m.a1, m.b1, m.c1}, y_{m.a2, m.b2, m.c2}, z_{m.a3, m.b3, m.c3}, origin_{m.a4, m.b4, m.c4} {}

  [[nodiscard]] Vec3d of_direction(Vec3d v) const { return x_ * v.x + y_ * v.y + z_ * v.z; }
  [[nodiscard]] Vec3d operator()(Vec3d p) const { return origin_ + of_direction(p); }
  [[nodiscard]] Transform operator*(const Transform& inner) const {
    Transform product;
    product.x_ = of_direction(inner.x_);
    product.y_ = of_direction(inner.y_);
    product.z_ = of_direction(inner.z_);
    product.origin_ = (*this)(inner.origin_);
    return product;
  }
  [[nodiscard]] bool mirrors() const { return dot(cross(x_, y_), z_) < 0; }

 private:
  Vec3d x_{1, 0, 0}, y_{0, 1, 0}, z_{0, 0, 1}, origin_;
};

/// States the unit of a soup, whose length [mm] is given. Lengths in a unit that has no word become mm.
void state_unit(PolygonSoup& soup, double length) {
  constexpr double rounding = 1e-6;  // A length that was stored in single precision.
  for (const auto& [word, unit] : length_unit_words)
    if (std::abs(length / millimetres_of(unit) - 1) < rounding) soup.unit = unit;
  if (soup.unit || !(length > 0) || !std::isfinite(length)) return;
  for (Vec3d& vertex : soup.vertices) vertex *= length;
  soup.unit = LengthUnit::millimetre;
}

/// Collects the polygons of a scene.
class SceneReader {
 public:
  SceneReader(const std::string& name, const aiScene& scene) : name_(name), scene_(scene), parts_(soup_) {}

  /// `root` takes the place of the transformation of the root; `name_of` gives the name of a node.
  PolygonSoup read(const Transform& root, const std::function<std::string(const aiNode&)>& name_of) {
    // Scenes may be nested deeply.
    std::vector<std::pair<const aiNode*, Transform>> nodes = {{scene_.mRootNode, root}};
    while (!nodes.empty()) {
      const auto [node, transform] = nodes.back();
      nodes.pop_back();
      parts_.begin(name_of(*node));
      for (unsigned k = 0; k < node->mNumMeshes; ++k) {
        if (node->mMeshes[k] >= scene_.mNumMeshes) fail("a node refers to a mesh that is not there");
        add(*scene_.mMeshes[node->mMeshes[k]], transform);
      }
      for (unsigned k = node->mNumChildren; k > 0; --k) {
        const aiNode* child = node->mChildren[k - 1];
        nodes.emplace_back(child, transform * Transform(child->mTransformation));
      }
    }
    parts_.end();
    soup_.vertices = vertices_.take();
    return std::move(soup_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(name_ + ": " + what); }

  void add(const aiMesh& mesh, const Transform& transform) {
    const std::string name = io::quoted(mesh.mName.C_Str());
    std::vector<std::size_t> numbers(mesh.mNumVertices);
    for (unsigned k = 0; k < mesh.mNumVertices; ++k) {
      const aiVector3D& v = mesh.mVertices[k];
      const Vec3d place = transform({v.x, v.y, v.z});
      if (!std::isfinite(place.x) || !std::isfinite(place.y) || !std::isfinite(place.z))
        fail(fmt::format("vertex {} of mesh {} is not finite; every vertex needs three finite numbers", k,
                         name));
      numbers[k] = vertices_.number(place);
    }
    for (unsigned k = 0; k < mesh.mNumFaces; ++k) {
      const aiFace& face = mesh.mFaces[k];
      if (face.mNumIndices < 3) continue;  // Points and lines.
      std::vector<std::size_t>& polygon = soup_.polygons.emplace_back();
      for (unsigned corner = 0; corner < face.mNumIndices; ++corner) {
        const unsigned index = face.mIndices[transform.mirrors() ? face.mNumIndices - 1 - corner : corner];
        if (index >= mesh.mNumVertices)
          fail(
              fmt::format("a face of mesh {} names vertex {} (counted from 0), which is not there; it has {}",
                          name, index, mesh.mNumVertices));
        polygon.push_back(numbers[index]);
      }
    }
  }

  const std::string& name_;
  const aiScene& scene_;
  PolygonSoup soup_;
  MergedVertices vertices_;
  PartList parts_;
};

/// The scene of a file; the importer owns it.
const aiScene& import(Assimp::Importer& importer, const SceneFormat& format, const std::string& name,
                      std::string_view bytes) {
  for (std::size_t k = importer.GetImporterCount(); k > 0; --k) {
    if (importer.GetImporterInfo(k - 1)->mName == std::string_view(format.importer)) continue;
    Assimp::BaseImporter* other = importer.GetImporter(k - 1);
    importer.UnregisterLoader(other);
  }
  if (importer.GetImporterCount() != 1)
    throw InputError(fmt::format("{}: this assimp reads no {} files", name, format.name));
  auto* files = new SceneFiles(format, bytes, std::filesystem::path(name).parent_path());
  importer.SetIOHandler(files);  // The importer deletes it.
  const aiScene* scene = importer.ReadFile(format.file, 0);
  if (!files->problem().empty()) throw InputError(name + ": " + files->problem());
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw InputError(fmt::format("{}: assimp cannot read this {} file: {}", name, format.name,
                                 io::printable(std::string_view(importer.GetErrorString()).substr(0, 200))));
  return *scene;
}

/// The JSON of a glTF file, or of the first chunk of a GLB file.
std::string_view json_of(std::string_view bytes) {
  constexpr std::size_t head = 20;  // Heads of the file and the chunk, whose length is at byte 12.
  if (!bytes.starts_with("glTF") || bytes.size() < head) return bytes;
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 12, sizeof length);
  return bytes.substr(head, length);
}

/// Number of triangles of a primitive of a glTF file; 0 for points and lines.
std::uint64_t triangle_count(const nlohmann::json& file, const nlohmann::json& primitive) {
  const int mode = primitive.value("mode", 4);
  if (mode < 4 || mode > 6) return 0;
  const nlohmann::json& attributes = primitive.at("attributes");
  const auto& accessor = primitive.contains("indices") ? primitive.at("indices") : attributes.at("POSITION");
  const auto count = file.at("accessors").at(accessor.get<std::size_t>()).at("count").get<std::uint64_t>();
  return mode == 4 ? count / 3 : count > 2 ? count - 2 : 0;
}

/// assimp leaves out triangles of which a vertex is not there, without a word. Throws where it did.
void require_all_triangles(const aiScene& scene, std::string_view bytes, const std::string& name) {
  const nlohmann::json file = nlohmann::json::parse(json_of(bytes), nullptr, false);
  unsigned place = 0;
  try {
    for (const nlohmann::json& mesh : file.at("meshes")) {
      for (const nlohmann::json& primitive : mesh.at("primitives")) {
        if (place >= scene.mNumMeshes) return;
        const aiMesh& made = *scene.mMeshes[place++];
        if (made.mNumFaces < triangle_count(file, primitive))
          throw InputError(fmt::format("{}: a triangle of mesh {} names a vertex that is not there", name,
                                       io::quoted(made.mName.C_Str())));
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: is not a valid glTF file: {}", name, io::printable(error.what())));
  }
}

std::string node_name(const aiScene& scene, const aiNode& node) {
  if (node.mName.length > 0 || node.mNumMeshes == 0 || node.mMeshes[0] >= scene.mNumMeshes)
    return node.mName.C_Str();
  return scene.mMeshes[node.mMeshes[0]]->mName.C_Str();
}

PolygonSoup polygons_of(const std::string& name, const aiScene& scene, const Transform& root) {
  return SceneReader(name, scene).read(root, [&](const aiNode& node) { return node_name(scene, node); });
}

}  // namespace

const bool reads_scenes = true;

PolygonSoup read_gltf(const std::string& name, std::string_view bytes) {
  const SceneFormat format{"glTF", "glTF2 Importer", bytes.starts_with("glTF") ? "mesh.glb" : "mesh.gltf",
                           true};
  Assimp::Importer importer;
  const aiScene& scene = import(importer, format, name, bytes);
  require_all_triangles(scene, bytes, name);
  PolygonSoup soup = polygons_of(name, scene, Transform(scene.mRootNode->mTransformation));
  soup.unit = LengthUnit::metre;
  soup.up = UpAxis::y;
  return soup;
}

PolygonSoup read_3mf(const std::string& name, std::string_view bytes) {
  const ModelText model = read_model_text(name, bytes);
  Assimp::Importer importer;
  const aiScene& scene = import(importer, {"3MF", "3mf Importer", "mesh.3mf"}, name, bytes);
  // assimp calls the object with the id 1 Object_1.
  PolygonSoup soup =
      SceneReader(name, scene).read(Transform(scene.mRootNode->mTransformation), [&](const aiNode& node) {
        const std::string own = node.mName.C_Str();
        const auto found = model.names.find(own.starts_with("Object_") ? own.substr(7) : own);
        return found == model.names.end() ? own : found->second;
      });
  state_unit(soup, model.unit);
  soup.up = UpAxis::z;
  return soup;
}

PolygonSoup read_dae(const std::string& name, std::string_view bytes) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
  const aiScene& scene = import(importer, {"DAE", "Collada Importer", "mesh.dae"}, name, bytes);
  // assimp turns and scales the root so that the scene is in metres, y up. It is left as it was in the file.
  const aiMatrix4x4& root = scene.mRootNode->mTransformation;
  PolygonSoup soup = polygons_of(name, scene, {});
  state_unit(soup, 1000 * std::hypot(root.b1, root.b2, root.b3));
  soup.up = root.b1 > 0 ? UpAxis::x : root.b3 > 0 ? UpAxis::z : UpAxis::y;
  return soup;
}

PolygonSoup read_fbx(const std::string& name, std::string_view bytes) {
  Assimp::Importer importer;
  const aiScene& scene = import(importer, {"FBX", "Autodesk FBX Importer", "mesh.fbx"}, name, bytes);
  PolygonSoup soup = polygons_of(name, scene, Transform(scene.mRootNode->mTransformation));
  std::int32_t axis = -1, sign = 0;
  float centimetres = 0;
  if (scene.mMetaData != nullptr) {
    scene.mMetaData->Get("UpAxis", axis);
    scene.mMetaData->Get("UpAxisSign", sign);
    scene.mMetaData->Get("UnitScaleFactor", centimetres);
  }
  state_unit(soup, 10 * static_cast<double>(centimetres));
  constexpr std::array<UpAxis, 3> axes = {UpAxis::x, UpAxis::y, UpAxis::z};
  if (sign == 1 && axis >= 0 && axis < 3) soup.up = axes[axis];
  return soup;
}

}  // namespace jam::mesh
