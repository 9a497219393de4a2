# bash completion for tidepool
_tidepool() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" divided="" word
    COMPREPLY=()
    # `--name=value` and `key=file` arrive in three words: bash breaks lines at `=`.
    if [[ $current == "=" ]]; then current="" divided=1; fi
    if [[ $previous == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}" divided=1; fi
    if [[ $divided && $previous != -* ]]; then compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return; fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$word" in
            watch|import|help|completion|man) command="$word"; break ;;
        esac
    done
    case "$command" in
        "")
            case "$previous" in
                --color) mapfile -t COMPREPLY < <(compgen -W 'always never' -- "$current"); return ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W 'watch import help completion man --verbose --color --help --version' -- "$current") ;;
        watch)
            case "$previous" in
                -f|--format) mapfile -t COMPREPLY < <(compgen -W 'text json' -- "$current"); return ;;
                -n|--limit) :; return ;;
                --tag) :; return ;;
                --log) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
                --copy) compopt -o nospace; mapfile -t COMPREPLY < <(compgen -W 'text= json=' -- "$current"); return ;;
                --color) mapfile -t COMPREPLY < <(compgen -W 'always never' -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--format --limit --tag --quick --log --copy --verbose --color --help --version' -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi ;;
        import)
            case "$previous" in
                --schema) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
                --color) mapfile -t COMPREPLY < <(compgen -W 'always never' -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--schema --verbose --color --help --version' -- "$current")
            else
                :
            fi ;;
        help)
            case "$previous" in
                --color) mapfile -t COMPREPLY < <(compgen -W 'always never' -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--verbose --color --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'watch import help completion man' -- "$current")
            fi ;;
        completion)
            case "$previous" in
                --color) mapfile -t COMPREPLY < <(compgen -W 'always never' -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--verbose --color --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'bash zsh fish' -- "$current")
            fi ;;
        man)
            case "$previous" in
                --color) mapfile -t COMPREPLY < <(compgen -W 'always never' -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--verbose --color --help --version' -- "$current")
            else
                :
            fi ;;
    esac
}
complete -F _tidepool tidepool
