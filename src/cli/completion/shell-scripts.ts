/** What a shell is told, so that it asks us. Without a candidate it offers files, as it would anyway. */
export const SHELL_SCRIPTS = {
  bash: `# agentos completion bash
_agentos() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _agentos agentos
`,
  zsh: `#compdef agentos
# agentos completion zsh
_agentos() {
  local -a found
  found=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _agentos ]]; then _agentos "$@"; else compdef _agentos agentos; fi
`,
  fish: `# agentos completion fish
function __agentos_complete
  set -l words (commandline -opc)
  set -l program $words[1]
  set -e words[1]
  set -l current (commandline -ct)
  set -l found ($program __complete -- $words "$current" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c agentos -f -a '(__agentos_complete)'
`,
} as const
