#!/bin/sh
AT_START
n=0
while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"name":"NAME","version":"1"}' ;;
    '{"type":"match"'*) n=0 ;;
    '{"type":"decide"'*)
        n=$((n + 1))
        if [ $n -eq 5 ]; then
            :
            AT_FIFTH
        fi
        rest=${line#*'"legal":["'}
        echo "{\"action\":\"${rest%%\"*}\"}"
        ;;
    esac
done
