#!/bin/sh
# Compiles the native library, and its tests, with the C compiler that there is; with none it says so and succeeds.
#
#   build.sh library <java home> <folder of the classes>
#   build.sh test <folder for the test programs>
set -eu

sources=$(cd "$(dirname "$0")" && pwd)
flags="-std=c11 -Wall -Wextra -Werror -fexceptions"

compiler() {
  if [ -n "${CC:-}" ]; then
    echo "$CC"
  else
    command -v cc || command -v gcc || command -v clang || true
  fi
}

# compile <compiler> <platform> <java home> <classes>
compile() {
  folder=$4/io/stepprofiler/nativeaccess/$2
  library=$folder/libstepprofiler.so
  if [ -f "$library" ] && [ -z "$(find "$sources" -newer "$library" -type f)" ]; then
    return
  fi
  mkdir -p "$folder"
  # nodelete: threads that have recorded and reporters left behind point into it, also once its class loader is collected.
  # No record of where it was built, and no build number: two builds of one commit give the same bytes.
  "$1" $flags -O2 -g -fPIC -fvisibility=hidden -shared -I"$3/include" -I"$3/include/linux" \
    -ffile-prefix-map="$sources"=. -Wl,--build-id=none -Wl,-z,relro,-z,now,-z,nodelete -Wl,--no-undefined \
    -o "$library" "$sources"/*.c -ldl -lpthread
  echo "Compiled the native library for $2"
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
  test)
    mkdir -p "$2"
    checks="-fsanitize=address,undefined -fno-sanitize-recover=all"
    if ! echo 'int main(void) { return 0; }' | "$cc" $checks -x c -o "$2/try" - 2>/dev/null; then
      echo "The C compiler has no sanitizers: the tests of the native library run without"
      checks=
    fi
    for test in "$sources"/../../test/c/*_test.c; do
      program=$2/$(basename "$test" .c)
      "$cc" $flags -O1 -g $checks -I"$sources" -o "$program" "$test" \
        $(ls "$sources"/*.c | grep -v 'jni\.c$') -ldl -lpthread
      "$program"
    done
    ;;
esac
