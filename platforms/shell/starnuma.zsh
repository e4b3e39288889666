#compdef starnuma
# SPDX-License-Identifier: Apache-2.0
#
# Completion of starnuma and ./starnuma in zsh; the program itself provides the candidates.

_starnuma() {
  local text about files
  local -a whole whole_about part part_about
  while IFS=$'\t' read -r text about; do
    case $text in
      :files) files=yes ;;
      *' ')
        whole+=("${text% }")
        whole_about+=("${text% }${about:+  -- $about}")
        ;;
      *)
        part+=("$text")
        part_about+=("$text${about:+  -- $about}")
        ;;
    esac
  done < <("${(Q)words[1]/#\~/$HOME}" completion words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if ((${#whole})); then compadd -l -d whole_about -a whole; fi
  if ((${#part})); then compadd -S '' -l -d part_about -a part; fi
  if [[ -n $files ]]; then _files; fi
}

# The script registers itself when sourced. In a folder of $fpath, zsh registers it by the first line and calls it.
if [[ ${funcstack[1]} == _starnuma ]]; then
  _starnuma "$@"
else
  compdef _starnuma starnuma
fi
