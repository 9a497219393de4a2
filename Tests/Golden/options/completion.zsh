#compdef tidepool
# zsh completion for tidepool
_tidepool() {
    local context state line
    typeset -A opt_args
    local -a commands=(
        'watch:follow one or more gauges'
        'import:load a table of tides'
        'help:show help for a command'
        'completion:print a completion script for a shell'
        'man:print the manual page in roff'
    )
    _arguments -C \
        '(-v --verbose)'{-v,--verbose}'[Say more.]' \
        '--color=[Whether to use colour.]:WHEN:(always never)' \
        '(-h --help)'{-h,--help}'[Show this help.]' \
        '(-V --version)'{-V,--version}'[Show the version.]' \
        '1:command:->command' \
        '*::argument:->argument'
    case $state in
        command) _describe command commands ;;
        argument)
            case $words[1] in
                watch) _arguments \
                    '(-f --format)'{-f+,--format=}'[How to print a turn.]:FORMAT:(text json)' \
                    '(-n --limit)'{-n+,--limit=}'[Stop after this many turns.]:COUNT: ' \
                    '*--tag=[Put a tag on every line; it'\''s kept as typed.]:NAME=VALUE: ' \
                    '(-q --quick)'{-q,--quick}'[Do not wait for the first turn of the water before printing.]' \
                    '--log=[Where to write the log.]:FILE:_files' \
                    '*--copy=[Write the turns to a file, too; ~ and ^ are `plain`.]:FORMAT=FILE:{if compset -P 1 "*="; then _files; else compadd -S = -- text json; fi}' \
                    '(-v --verbose)'{-v,--verbose}'[Say more.]' \
                    '--color=[Whether to use colour.]:WHEN:(always never)' \
                    '(-h --help)'{-h,--help}'[Show this help.]' \
                    '(-V --version)'{-V,--version}'[Show the version.]' \
                    ':STATION: ' \
                    '*::GAUGE:_files' ;;
                import) _arguments \
                    '--schema=[What the table looks like.]:FILE:_files' \
                    '(-v --verbose)'{-v,--verbose}'[Say more.]' \
                    '--color=[Whether to use colour.]:WHEN:(always never)' \
                    '(-h --help)'{-h,--help}'[Show this help.]' \
                    '(-V --version)'{-V,--version}'[Show the version.]' ;;
                help) _arguments \
                    '(-v --verbose)'{-v,--verbose}'[Say more.]' \
                    '--color=[Whether to use colour.]:WHEN:(always never)' \
                    '(-h --help)'{-h,--help}'[Show this help.]' \
                    '(-V --version)'{-V,--version}'[Show the version.]' \
                    '::COMMAND:(watch import help completion man)' ;;
                completion) _arguments \
                    '(-v --verbose)'{-v,--verbose}'[Say more.]' \
                    '--color=[Whether to use colour.]:WHEN:(always never)' \
                    '(-h --help)'{-h,--help}'[Show this help.]' \
                    '(-V --version)'{-V,--version}'[Show the version.]' \
                    ':SHELL:(bash zsh fish)' ;;
                man) _arguments \
                    '(-v --verbose)'{-v,--verbose}'[Say more.]' \
                    '--color=[Whether to use colour.]:WHEN:(always never)' \
                    '(-h --help)'{-h,--help}'[Show this help.]' \
                    '(-V --version)'{-V,--version}'[Show the version.]' ;;
            esac ;;
    esac
}
if [[ $funcstack[1] == _tidepool ]]; then
    _tidepool "$@"
else
    compdef _tidepool tidepool
fi
