# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The Fourier transforms of elastic contact: JAM_FFT is fftw or own. FFTW is under the GPL, and so are binaries that hold jam_fft then.
set(JAMPACK_FFT auto CACHE STRING "Fourier transforms of elastic contact: auto, fftw (GPL), own")
set_property(CACHE JAMPACK_FFT PROPERTY STRINGS auto fftw own)
if(NOT JAMPACK_FFT MATCHES "^(auto|fftw|own)$")
  message(FATAL_ERROR "JAMPACK_FFT=${JAMPACK_FFT}: auto, fftw or own is accepted")
endif()

find_path(JAM_FFTW_INCLUDE_DIR fftw3.h)
find_library(JAM_FFTW_LIBRARY fftw3)
find_library(JAM_FFTWF_LIBRARY fftw3f)
mark_as_advanced(JAM_FFTW_INCLUDE_DIR JAM_FFTW_LIBRARY JAM_FFTWF_LIBRARY)

set(JAM_FFT own)
if(NOT JAMPACK_FFT STREQUAL own AND JAM_FFTW_INCLUDE_DIR AND JAM_FFTW_LIBRARY AND JAM_FFTWF_LIBRARY)
  set(JAM_FFT fftw)
elseif(JAMPACK_FFT STREQUAL fftw)
  message(FATAL_ERROR "JAMPACK_FFT=fftw: it was not found (Debian package libfftw3-dev)")
endif()

set(JAM_FFT_SUMMARY_fftw "FFTW (GPL, and so is contactpatch)")
set(JAM_FFT_SUMMARY_own "Jampack's own (FFTW is faster)")
set_property(GLOBAL PROPERTY JAM_FFT ${JAM_FFT})
set_property(GLOBAL PROPERTY JAM_FFT_SUMMARY "${JAM_FFT_SUMMARY_${JAM_FFT}}")
