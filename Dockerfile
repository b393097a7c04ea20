# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# An image with the programs of Jampack, for CPUs, from the Debian package that it builds.
#   docker build -t jampack .
#   docker run --rm -it --user "$(id -u):$(id -g)" -v "$PWD":/data jampack circlepack --n 50 --time 1m
FROM debian:12-slim AS build
COPY . /jampack
WORKDIR /jampack
RUN scripts/setup --yes --mpi && apt-get install --yes --no-install-recommends dpkg-dev file
RUN cmake --preset quick \
 && cmake --build build/quick --parallel "$(nproc)" \
 && cd build/quick && cpack

FROM debian:12-slim
COPY --from=build /jampack/build/quick/jampack_*.deb /tmp/
RUN apt-get update \
 && apt-get install --yes --no-install-recommends /tmp/jampack_*.deb \
 && rm -rf /tmp/jampack_*.deb /var/lib/apt/lists/*
# The folder of the user's files, which also holds the archive of results.
ENV HOME=/data XDG_DATA_HOME=/data
WORKDIR /data
CMD ["circlepack", "--help"]
