# bash completion for tidepool
_tidepool() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" word
    COMPREPLY=()
    # `--name=value` arrives in three words: bash breaks lines at `=`.
    if [[ $current == "=" ]]; then current=""; fi
    if [[ $previous == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$word" in
            watch|import|help|completion|man) command="$word"; break ;;
        esac
    done
    case "$command" in
        "") mapfile -t COMPREPLY < <(compgen -W 'watch import help completion man --verbose --help --version' -- "$current") ;;
        watch)
            case "$previous" in
                -f|--format) mapfile -t COMPREPLY < <(compgen -W 'text json' -- "$current"); return ;;
                -n|--limit) :; return ;;
                --tag) :; return ;;
                --log) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--format --limit --tag --quick --log --verbose --help --version' -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi ;;
        import)
            case "$previous" in
                --schema) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--schema --verbose --help --version' -- "$current")
            else
                :
            fi ;;
        help)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--verbose --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'watch import help completion man' -- "$current")
            fi ;;
        completion)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--verbose --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'bash zsh fish' -- "$current")
            fi ;;
        man)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--verbose --help --version' -- "$current")
            else
                :
            fi ;;
    esac
}
complete -F _tidepool tidepool
