#!/usr/bin/env bash
# Sets the project up in .venv: `setup.sh examples` for the demo, `setup.sh dev` for tests and everything else.
# Missing system packages are installed by apt-get as root or by passwordless sudo; else a line says what to install.
# What is done already is not done again.
set -euo pipefail
cd "$(dirname "$0")/.."
group=${1:-dev}
venv=.venv

# Whatever the interrupted command made of it; make is to notice Ctrl-C before it notices the end of this script.
trap 'sleep 0.1; trap - INT; kill -INT $$' INT

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
can_install() { have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }; }
apt() {  # its words are shown only when it fails
    local words
    words=$(as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null 2>&1) || { say "$words"; return 1; }
}

# install WHAT PACKAGE...: the first package that this system knows; where it may not, ready says what is missing.
lists_renewed=
missing=()
packages=()
install() {
    local what=$1; shift
    can_install || { missing+=("$what"); packages+=("$1"); return; }
    [ -n "$lists_renewed" ] || { apt update || say "apt-get update failed; trying with the lists that are there"; lists_renewed=1; }
    for package in "$@"; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            say "installing $package"
            apt install -y --no-install-recommends "$package" || die "apt-get could not install $package ($what)"
            return
        fi
    done
    die "$what is missing, and apt-get knows no package of it (tried: $*): install it, then run this again"
}
ready() {
    [ ${#missing[@]} = 0 ] || die "missing: $(printf '%s, ' "${missing[@]}" | sed 's/, $//'):" \
        "install (Debian: apt-get install ${packages[*]}), then run this again"
}

# Python without its packages; a Ctrl-C while it starts is this script's business and no stack on the terminal.
bare() { (trap '' INT; exec "$1" -S "${@:2}"); }
new_enough() { bare "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }

find_python() {
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.10}; do
        if have "$python" && new_enough "$python"; then echo "$python"; return; fi
    done
    return 1
}

make_venv() {
    local python
    python=$(find_python) || { install "Python 3.10 or later" python3; ready; python=$(find_python); } ||
        die "Python 3.10 or later is missing: install it, then run this again with PYTHON=/its/path"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        local version
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install "$python's venv module" "python$version-venv" python3-venv
        ready
    fi
    say "making $venv with $("$python" -V)"
    "$python" -m venv --clear "$venv" || die "could not make a virtual environment with $python"
}

new_enough "$venv/bin/python" || make_venv

have gradle || install gradle gradle
bare "$venv/bin/python" scripts/java_build.py jdk >/dev/null 2>&1 ||
    install "a JDK" openjdk-17-jdk-headless openjdk-21-jdk-headless
have npm || install npm npm
if [ "$group" = dev ]; then
    have nginx || [ -x /usr/sbin/nginx ] || install "nginx" nginx
    have redis-server || have valkey-server || install "Redis or Valkey" redis-server valkey-server
    have chromium || have chromium-browser || have google-chrome || install "Chromium" chromium
fi
ready

pip=("$venv/bin/python" -m pip install -q --disable-pip-version-check -c constraints/dev.txt)
key=$(bare "$venv/bin/python" -V; cat pyproject.toml hatch_build.py starlette_ajaxcrawl/__init__.py constraints/*.txt | cksum; pwd)
stamp=$venv/.installed-$group
if [ "$(cat "$stamp" 2>/dev/null)" != "$key" ]; then
    say "installing Python packages"
    "${pip[@]}" "pip>=25.1"  # the first with --group
    "${pip[@]}" --group build --group "$group"
fi

bare "$venv/bin/python" scripts/java_build.py jars
bare "$venv/bin/python" scripts/javascript_build.py

if [ "$(cat "$stamp" 2>/dev/null)" != "$key" ]; then
    "${pip[@]}" --no-build-isolation -e .
    printf '%s' "$key" >"$stamp"
fi
