# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The library of Fourier transforms: JAM_FFT is fftw, kissfft or none. FFTW is under the GPL, and so are binaries that hold jam_fft then.
set(JAMPACK_FFT auto CACHE STRING "Fourier transforms of elastic contact: auto, fftw (GPL), kissfft (BSD), none")
set_property(CACHE JAMPACK_FFT PROPERTY STRINGS auto fftw kissfft none)
if(NOT JAMPACK_FFT MATCHES "^(auto|fftw|kissfft|none)$")
  message(FATAL_ERROR "JAMPACK_FFT=${JAMPACK_FFT}: auto, fftw, kissfft or none is accepted")
endif()

find_path(JAM_FFTW_INCLUDE_DIR fftw3.h)
find_library(JAM_FFTW_LIBRARY fftw3)
find_library(JAM_FFTWF_LIBRARY fftw3f)
find_path(JAM_KISSFFT_INCLUDE_DIR kissfft/kissfft.hh)
mark_as_advanced(JAM_FFTW_INCLUDE_DIR JAM_FFTW_LIBRARY JAM_FFTWF_LIBRARY JAM_KISSFFT_INCLUDE_DIR)

set(JAM_FFT none)
if(JAMPACK_FFT MATCHES "auto|fftw" AND JAM_FFTW_INCLUDE_DIR AND JAM_FFTW_LIBRARY AND JAM_FFTWF_LIBRARY)
  set(JAM_FFT fftw)
elseif(JAMPACK_FFT MATCHES "auto|kissfft" AND JAM_KISSFFT_INCLUDE_DIR)
  set(JAM_FFT kissfft)
endif()
if(JAMPACK_FFT MATCHES "fftw|kissfft" AND NOT JAM_FFT STREQUAL JAMPACK_FFT)
  message(FATAL_ERROR "JAMPACK_FFT=${JAMPACK_FFT}: it was not found (Debian packages libfftw3-dev, libkissfft-dev)")
endif()

set(JAM_FFT_SUMMARY_fftw "FFTW (GPL, and so is contactpatch)")
set(JAM_FFT_SUMMARY_kissfft "kissfft")
set(JAM_FFT_SUMMARY_none "no (neither FFTW nor kissfft: slow contactpatch)")
set_property(GLOBAL PROPERTY JAM_FFT ${JAM_FFT})
set_property(GLOBAL PROPERTY JAM_FFT_SUMMARY "${JAM_FFT_SUMMARY_${JAM_FFT}}")
