#!/bin/sh
# A bot for a POSIX shell: it chooses the first legal action.
#
# Try it:  threehand check-bot 'sh examples/external/first.sh'
while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"name":"first","version":"1"}'
        ;;
    '{"type":"decide"'*)
        # What stands between the first pair of quotes of the list `legal`.
        rest=${line#*'"legal":["'}
        echo "{\"action\":\"${rest%%\"*}\"}"
        ;;
    '{"type":"bye"'*)
        exit 0
        ;;
    esac
done
