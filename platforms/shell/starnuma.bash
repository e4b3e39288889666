# SPDX-License-Identifier: Apache-2.0
#
# Completion of starnuma and ./starnuma in bash; the program itself provides the candidates.

_starnuma() {
  local line=${COMP_LINE:0:COMP_POINT} program=${COMP_WORDS[0]/#\~/$HOME}
  local words word text prefix='' files='' file
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  word=${words[-1]}
  # Readline starts a new word after a colon or an equals sign if COMP_WORDBREAKS contains it.
  local breaks=${COMP_WORDBREAKS//[^:=]/}
  [[ -n $breaks ]] && prefix=${word%"${word##*[$breaks]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r text _; do
    if [[ $text == :files ]]; then
      files=yes
    else
      COMPREPLY+=("${text#"$prefix"}")
    fi
  done < <("$program" completion words -- "${words[@]:1}" 2>/dev/null)
  if [[ -n $files ]]; then
    compopt +o nospace -o filenames 2>/dev/null
    COMPREPLY=("${COMPREPLY[@]% }")
    while IFS= read -r file; do
      COMPREPLY+=("$file")
    done < <(compgen -f -- "${word#"$prefix"}")
  fi
}

complete -o nospace -F _starnuma starnuma
