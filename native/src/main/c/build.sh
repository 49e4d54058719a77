#!/bin/sh
# Compiles the native library, and its tests, with the C compiler that there is; with none it says so and succeeds.
#
#   build.sh library <java home> <folder of the classes>
#   build.sh fakes <folder for the fake libraries that tests load>
#   build.sh test <folder for the test programs>
set -eu

cd "$(dirname "$0")"
flags="-std=c11 -Wall -Wextra -Werror -fexceptions"

# The rooms, and whose headers each finds: its own and those of the rooms that it may know. Its tests are linked with no others.
rooms="base clock logs torch cuda annotations jni"
known_to() {
  case $1 in
    base) echo base ;;
    clock) echo base clock ;;
    logs) echo base clock logs ;;
    torch) echo base clock logs torch ;;
    cuda) echo base clock cuda ;;
    annotations) echo base annotations ;;
    jni) echo base clock logs torch cuda annotations jni ;;
  esac
}

headers_of() {
  for known in $(known_to "$1"); do
    echo "-I$known"
  done
}

compiler() {
  if [ -n "${CC:-}" ]; then
    echo "$CC"
  else
    command -v cc || command -v gcc || command -v clang || true
  fi
}

# objects <folder> <room> <compiler> <flag>...: of each file of the room, in a folder of the room's name
objects() {
  folder=$1/$2
  room=$2
  shift 2
  rm -rf "$folder"
  mkdir -p "$folder"
  for file in "$room"/*.c; do
    "$@" $flags $(headers_of "$room") -c -o "$folder/$(basename "$file" .c).o" "$file"
  done
}

# compile <compiler> <platform> <java home> <classes>
compile() {
  library=$4/io/stepprofiler/nativeaccess/$2/libstepprofiler.so
  if [ -f "$library" ] && [ -z "$(find . -newer "$library" -type f)" ]; then
    return
  fi
  parts=$4/../c/$2
  for room in $rooms; do
    objects "$parts" "$room" "$1" -O2 -g -fPIC -fvisibility=hidden -I"$3/include" -I"$3/include/linux" \
      -ffile-prefix-map="$PWD"=.
  done
  mkdir -p "$(dirname "$library")"
  # nodelete: threads that have recorded and reporters left behind point into it, also once its class loader is collected.
  # No record of where it was built, and no build number: two builds of one commit give the same bytes.
  "$1" -shared -Wl,--build-id=none -Wl,-z,relro,-z,now,-z,nodelete -Wl,--no-undefined -o "$library" "$parts"/*/*.o \
    -ldl -lpthread
  echo "Compiled the native library for $2"
}

# fakes <folder> <compiler> <flag>...: of each library that a room's tests need instead of a real one
fakes() {
  folder=$1
  shift
  mkdir -p "$folder"
  for file in ../../test/c/*/fake/*.c; do
    "$@" $flags -shared -fPIC -fvisibility=hidden -o "$folder/$(basename "$file" .c).so" "$file" -ldl -lpthread
  done
}

# No file needs one that needs it: x.h and x.c count as one.
check_that_no_files_form_a_circle() {
  for file in */*.[ch]; do
    sed -n "s|^#include \"\(.*\)\.h\"|$(basename "${file%.*}") \1|p" "$file"
  done | tsort >/dev/null
}

cc=$(compiler)
if [ -z "$cc" ]; then
  echo "There is no C compiler: the native library is left out, and what needs it will say so"
  exit 0
fi
case $1 in
  library)
    machine=$("$cc" -dumpmachine)
    case $machine in
      x86_64*linux*) compile "$cc" linux-x86_64 "$2" "$3" ;;
      aarch64*linux*) compile "$cc" linux-aarch64 "$2" "$3" ;;
      *) echo "The native library is left out: there is none for $machine" ;;
    esac
    case $machine in
      aarch64*) ;;
      *) if command -v aarch64-linux-gnu-gcc >/dev/null; then compile aarch64-linux-gnu-gcc linux-aarch64 "$2" "$3"; fi ;;
    esac
    ;;
  fakes) fakes "$2" "$cc" -O1 -g ;;
  test)
    check_that_no_files_form_a_circle
    tests=../../test/c
    mkdir -p "$2"
    checks="-fsanitize=address,undefined -fno-sanitize-recover=all"
    if ! echo 'int main(void) { return 0; }' | "$cc" $checks -x c -o "$2/try" - 2>/dev/null; then
      echo "The C compiler has no sanitizers: the tests of the native library run without"
      checks=
    fi
    fakes "$2/fakes" "$cc" -O1 -g $checks
    for room in base clock logs torch cuda annotations; do
      objects "$2" "$room" "$cc" -O1 -g $checks
      linked=$(for known in $(known_to "$room"); do echo "$2/$known/*.o"; done)
      for test in "$tests/$room"/*_test.c; do
        if [ -f "$test" ]; then
          program=$2/$(basename "$test" .c)
          "$cc" $flags -O1 -g $checks $(headers_of "$room") -I"$tests" -o "$program" "$test" $linked -ldl -lpthread
          FAKES=$2/fakes "$program"
        fi
      done
    done
    ;;
esac
