#!/usr/bin/env bash
# Builds two commits of the repository in the current directory, runs both alternately under the agent, and compares them.
#
# BASE      commit or branch to compare with
# BUILD     command that builds a checkout, run in it
# RUN       command that trains, run in the checkout; each Java that it starts has the agent
# AGENT     options of the agent, such as step=com.acme.Trainer.trainBatch
# RUNS      runs a side; three or more for the verdict 'slower'
# FAIL_ON   slower, suspected or any-change
# STEPPROF  directory of stepprof.jar and step-profiler-agent.jar; empty to build them from this file's repository
# OUT       directory for comment.md, junit.xml and the recordings; a new one
#
# Ends with the exit status of stepprof diff: 1 for a regression, 2 for a failure.
set -euo pipefail
mkdir -p "$OUT"
out=$(cd "$OUT" && pwd)

if [ -n "${STEPPROF:-}" ]; then
  stepprof=$STEPPROF/stepprof.jar
  agent=$STEPPROF/step-profiler-agent.jar
else
  home=$(cd "$(dirname "$0")/../../.." && pwd)
  stepprof=$home/tools/cli/target/stepprof.jar
  agent=$home/integrations/agent/target/step-profiler-agent.jar
  if [ ! -f "$stepprof" ] || [ ! -f "$agent" ]; then
    (cd "$home" && ./mvnw -B -q package -DskipTests -pl tools/cli,integrations/agent -am) || exit 2
  fi
fi

# A checkout of continuous integration has one commit only.
if ! base=$(git rev-parse -q --verify "$BASE^{commit}"); then
  git fetch -q --depth=1 origin "$BASE" || exit 2
  base=$(git rev-parse FETCH_HEAD)
fi
trap 'for side in base new; do git worktree remove --force "$out/$side" 2>/dev/null || true; done' EXIT
for side in base new; do
  git worktree add -q --detach "$out/$side" "$([ $side = base ] && echo "$base" || echo HEAD)" || exit 2
  (cd "$out/$side" && bash -euc "$BUILD") || { echo "the build of $side failed" >&2; exit 2; }
  printf 'cd %q\n%s\n' "$out/$side" "$RUN" >"$out/$side.sh"
done

java -jar "$stepprof" bench "$RUNS" --agent-jar "$agent" --agent="$AGENT" --dir "$out/runs" \
  --diff=--fail-on="$FAIL_ON" --diff=-o --diff="$out/comment.md" --diff=--junit --diff="$out/junit.xml" \
  --base "bash -e '$out/base.sh'" -- bash -e "$out/new.sh"
