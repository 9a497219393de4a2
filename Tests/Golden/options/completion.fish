# fish completion for tidepool
complete -c tidepool -f
complete -c tidepool -n __fish_use_subcommand -a watch -d 'follow one or more gauges'
complete -c tidepool -n __fish_use_subcommand -a import -d 'load a table of tides'
complete -c tidepool -n __fish_use_subcommand -a help -d 'show help for a command'
complete -c tidepool -n __fish_use_subcommand -a completion -d 'print a completion script for a shell'
complete -c tidepool -n __fish_use_subcommand -a man -d 'print the manual page in roff'
complete -c tidepool -s v -l verbose -d 'Say more.'
complete -c tidepool -s h -l help -d 'Show this help.'
complete -c tidepool -s V -l version -d 'Show the version.'
complete -c tidepool -n '__fish_seen_subcommand_from watch' -s f -l format -x -a 'text json' -d 'How to print a turn.'
complete -c tidepool -n '__fish_seen_subcommand_from watch' -s n -l limit -x -d 'Stop after this many turns.'
complete -c tidepool -n '__fish_seen_subcommand_from watch' -l tag -x -d 'Put a tag on every line; it\'s kept as typed.'
complete -c tidepool -n '__fish_seen_subcommand_from watch' -s q -l quick -d 'Do not wait for the first turn of the water before printing.'
complete -c tidepool -n '__fish_seen_subcommand_from watch' -l log -r -F -d 'Where to write the log.'
complete -c tidepool -n '__fish_seen_subcommand_from watch' -F
complete -c tidepool -n '__fish_seen_subcommand_from import' -l schema -r -F -d 'What the table looks like.'
complete -c tidepool -n '__fish_seen_subcommand_from help' -a 'watch import help completion man'
complete -c tidepool -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
