// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// STEP and IGES through OpenCASCADE: the file becomes a document with the tree of its parts (XCAF), its faces
// are split into triangles (BRepMesh), and the triangles of each solid or shell are collected.
#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>
#include <Poly_Triangulation.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <Standard_ErrorHandler.hxx>
#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>
#include <StepRepr_RepresentationItem.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

#include <cmath>
#include <functional>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/files/library_readers.hpp"
#include "jam/mesh/files/memory_file.hpp"
#include "jam/mesh/files/part_list.hpp"
#include "jam/mesh/merged_vertices.hpp"

namespace jam::mesh {
namespace {

/// OpenCASCADE counts the references to its objects.
template <class Object>
using Ref = opencascade::handle<Object>;

/// Largest angle between neighbouring chords [rad]: small fillets keep their shape, too.
constexpr double chord_angle = 0.5;
/// Largest diagonal of all shapes [mm]. Triangles of larger ones would fill the memory.
constexpr double largest_shape = 1e5;

/// The name of a solid or shell in a STEP file; empty if it has none.
using NameOf = std::function<std::string(const TopoDS_Shape& shape)>;

std::string label_name(const TDF_Label& label) {
  Ref<TDataStd_Name> name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
  const TCollection_ExtendedString& wide = name->Get();
  std::string text(wide.LengthOfCString() + 1, '\0');
  Standard_PCharacter bytes = text.data();
  text.resize(wide.ToUTF8CString(bytes));
  return text;
}

/// Collects triangles of shapes that have been split.
class Collector {
 public:
  Collector(const Ref<XCAFDoc_ShapeTool>& shapes, NameOf name_of)
      : shapes_(shapes), name_of_(std::move(name_of)), parts_(soup_) {}

  /// Adds the shapes of a label of the document and of all labels below it.
  void add(const TDF_Label& label, const TopLoc_Location& place, const std::string& name_above) {
    TDF_Label shape_label = label;
    TopLoc_Location location = place;
    if (XCAFDoc_ShapeTool::IsReference(label)) {
      location = place * XCAFDoc_ShapeTool::GetLocation(label);
      XCAFDoc_ShapeTool::GetReferredShape(label, shape_label);
    }
    std::string name = label_name(shape_label);
    if (name.empty()) name = label_name(label);
    if (name.empty()) name = name_above;
    if (XCAFDoc_ShapeTool::IsAssembly(shape_label)) {
      TDF_LabelSequence components;
      XCAFDoc_ShapeTool::GetComponents(shape_label, components);
      for (const TDF_Label& component : components) add(component, location, name);
    } else {
      add_parts(XCAFDoc_ShapeTool::GetShape(shape_label), location, name);
    }
  }

  PolygonSoup take(const std::string& name) {
    parts_.end();
    soup_.vertices = vertices_.take();
    soup_.unit = LengthUnit::millimetre;
    if (curved_) soup_.tolerance = chord_tolerance;
    if (missing_ == faces_)
      throw InputError(name +
                       ": OpenCASCADE finds no faces that it can split into triangles; heal the model in a "
                       "CAD program, or export solids or surfaces");
    if (missing_ > 0)
      soup_.notes.push_back(fmt::format(
          "{} of {} faces are missing: OpenCASCADE cannot split them into triangles", missing_, faces_));
    return std::move(soup_);
  }

 private:
  void add_parts(const TopoDS_Shape& shape, const TopLoc_Location& place, const std::string& name) {
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
      add_part(solid.Current(), place, name, TopAbs_SHAPE);
    for (TopExp_Explorer shell(shape, TopAbs_SHELL, TopAbs_SOLID); shell.More(); shell.Next())
      add_part(shell.Current(), place, name, TopAbs_SHAPE);
    parts_.begin(name);
    add_faces(shape, place, TopAbs_SHELL);
  }

  void add_part(const TopoDS_Shape& shape, const TopLoc_Location& place, const std::string& name,
                TopAbs_ShapeEnum avoid) {
    const std::string own = name_of_(shape);
    parts_.begin(own.empty() ? name : own);
    add_faces(shape, place, avoid);
  }

  void add_faces(const TopoDS_Shape& shape, const TopLoc_Location& place, TopAbs_ShapeEnum avoid) {
    for (TopExp_Explorer face(shape, TopAbs_FACE, avoid); face.More(); face.Next())
      add_face(TopoDS::Face(face.Current()), place);
  }

  void add_face(const TopoDS_Face& face, const TopLoc_Location& place) {
    ++faces_;
    TopLoc_Location inner;
    const Ref<Poly_Triangulation>& triangles = BRep_Tool::Triangulation(face, inner);
    if (triangles.IsNull()) {
      ++missing_;
      return;
    }
    curved_ = curved_ || is_curved(face);
    const gp_Trsf transform = (place * inner).Transformation();
    std::vector<std::size_t> numbers(triangles->NbNodes());
    for (int node = 1; node <= triangles->NbNodes(); ++node) {
      const gp_Pnt point = triangles->Node(node).Transformed(transform);
      if (!std::isfinite(point.X()) || !std::isfinite(point.Y()) || !std::isfinite(point.Z()))
        throw InputError("a vertex of a face is not finite");
      numbers[node - 1] = vertices_.number({point.X(), point.Y(), point.Z()});
    }
    const bool reversed = (face.Orientation() == TopAbs_REVERSED) != transform.IsNegative();
    for (int k = 1; k <= triangles->NbTriangles(); ++k) {
      int a = 0, b = 0, c = 0;
      triangles->Triangle(k).Get(a, b, c);
      if (reversed) std::swap(b, c);
      soup_.polygons.push_back({numbers.at(a - 1), numbers.at(b - 1), numbers.at(c - 1)});
    }
  }

  static bool is_curved(const TopoDS_Face& face) {
    if (BRepAdaptor_Surface(face, Standard_False).GetType() != GeomAbs_Plane) return true;
    for (TopExp_Explorer edge(face, TopAbs_EDGE); edge.More(); edge.Next())
      if (BRepAdaptor_Curve(TopoDS::Edge(edge.Current())).GetType() != GeomAbs_Line) return true;
    return false;
  }

  Ref<XCAFDoc_ShapeTool> shapes_;
  NameOf name_of_;
  PolygonSoup soup_;
  MergedVertices vertices_;
  PartList parts_;
  bool curved_ = false;
  long long faces_ = 0;
  long long missing_ = 0;  ///< Faces without triangles.
};

void split_faces(const TopoDS_Shape& shape) {
  Bnd_Box bounds;
  BRepBndLib::Add(shape, bounds, Standard_False);
  if (bounds.IsVoid()) return;
  if (bounds.IsOpen() || !(std::sqrt(bounds.SquareExtent()) <= largest_shape))
    throw InputError(
        "measures more than 100 m from corner to corner; check its unit, and the file for parts that "
        "lie far away");
  BRepMesh_IncrementalMesh(shape, chord_tolerance, Standard_False, chord_angle, Standard_False);
}

PolygonSoup soup_of(const Ref<TDocStd_Document>& document, const NameOf& name_of, const std::string& name) {
  const Ref<XCAFDoc_ShapeTool> shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
  TDF_LabelSequence labels;
  shapes->GetFreeShapes(labels);
  Collector collector(shapes, name_of);
  for (const TDF_Label& label : labels) {
    const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
    if (shape.IsNull()) continue;
    split_faces(shape);
    collector.add(label, {}, {});
  }
  return collector.take(name);
}

Ref<TDocStd_Document> new_document() {
  XCAFDoc_ShapeTool::SetAutoNaming(Standard_False);
  return new TDocStd_Document("BinXCAF");
}

/// Runs `read` with the messages of OpenCASCADE switched off; its errors become one line.
template <class Read>
PolygonSoup quietly(const std::string& name, const char* format, const Read& read) {
  Message::DefaultMessenger()->ChangePrinters().Clear();
  try {
    OCC_CATCH_SIGNALS
    return read();
  } catch (const InputError& error) {
    const std::string text = error.what();
    throw InputError(text.starts_with(name) ? text : name + ": " + text);
  } catch (const Standard_OutOfMemory&) {
    throw std::bad_alloc();
  } catch (const Standard_Failure& failure) {
    throw InputError(fmt::format("{}: OpenCASCADE cannot read this {} file: {}", name, format,
                                 io::printable(failure.GetMessageString())));
  }
}

/// Throws unless the file was read and something of it was made.
void require_read(IFSelect_ReturnStatus status, const char* format) {
  if (status == IFSelect_RetDone) return;
  throw InputError(fmt::format("is not a valid {} file, or truncated; export it again", format));
}
void require_transfer(bool done, const char* format) {
  if (!done)
    throw InputError(
        fmt::format("OpenCASCADE finds no shapes in this {} file; export solids or surfaces", format));
}

/// The document of a file, with names, without colours and layers.
template <class Reader>
Ref<TDocStd_Document> transferred(Reader& reader, const MemoryFile& file, const char* format) {
  reader.SetNameMode(Standard_True);
  reader.SetColorMode(Standard_False);
  reader.SetLayerMode(Standard_False);
  require_read(reader.ReadFile(file.path().c_str()), format);
  Ref<TDocStd_Document> document = new_document();
  require_transfer(reader.Transfer(document), format);
  return document;
}

}  // namespace

const bool reads_cad = true;

PolygonSoup read_step(const std::string& name, std::string_view bytes) {
  return quietly(name, "STEP", [&] {
    const MemoryFile file(bytes);
    STEPCAFControl_Reader reader;
    const Ref<TDocStd_Document> document = transferred(reader, file, "STEP");
    const Ref<XSControl_TransferReader> transfer = reader.Reader().WS()->TransferReader();
    const auto name_of = [&](const TopoDS_Shape& shape) -> std::string {
      const Ref<StepRepr_RepresentationItem> item =
          Ref<StepRepr_RepresentationItem>::DownCast(transfer->EntityFromShapeResult(shape, 1));
      return item.IsNull() || item->Name().IsNull() ? "" : item->Name()->ToCString();
    };
    PolygonSoup soup = soup_of(document, name_of, name);
    if (const int others = reader.ExternFiles().Extent(); others > 0)
      soup.notes.push_back(fmt::format("{} other files, to which it refers, are not read", others));
    return soup;
  });
}

PolygonSoup read_iges(const std::string& name, std::string_view bytes) {
  return quietly(name, "IGES", [&] {
    const MemoryFile file(bytes);
    IGESCAFControl_Reader reader;
    const Ref<TDocStd_Document> document = transferred(reader, file, "IGES");
    return soup_of(
        document, [](const TopoDS_Shape&) { return std::string(); }, name);
  });
}

}  // namespace jam::mesh
