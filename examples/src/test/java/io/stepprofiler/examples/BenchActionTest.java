package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The action that compares two commits, and the workflow of docs/CI.md that uses it. */
class BenchActionTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Path ACTION =
            Path.of("../.github/actions/bench").toAbsolutePath().normalize();
    private static final Path COMMAND = Path.of("../tools/cli/target/stepprof.jar");
    private static final Pattern WORKFLOW = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern INPUT = Pattern.compile("\\$\\{\\{ inputs\\.([a-z-]+) }}");
    private static final Pattern OUTPUT = Pattern.compile("steps\\.bench\\.outputs\\.([a-z-]+)");
    private static final Pattern VARIABLE = Pattern.compile("(?m)^# ([A-Z_]{2,}) ");
    private static final String PROGRAM = """
            final class Train {
                static double sum;
                public static void main(String[] args) throws Exception {
                    for (int step = 0; step < 30; step++) {
                        trainBatch();
                    }
                    System.out.println(sum);
                }
                static void trainBatch() throws Exception {
                    for (int i = 0; i < 200_000; i++) {
                        sum += Math.sqrt(i);
                    }
                }
            }
            """;

    @TempDir
    private Path dir;

    private static JsonNode action() throws IOException {
        return YAML.readTree(Files.readString(ACTION.resolve("action.yml")));
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(TreeSet::new, Set::add, Set::addAll);
    }

    @Test
    void variables_ofTheScript_areSetByTheAction() throws Exception {
        String script = Files.readString(ACTION.resolve("bench.sh"));
        assertThat(names(action().at("/runs/steps/0/env")))
                .isEqualTo(found(VARIABLE, script))
                .hasSize(8);
    }

    @Test
    void inputs_ofTheAction_areUsedAndDocumented() throws Exception {
        String text = Files.readString(ACTION.resolve("action.yml"));
        String document = Files.readString(Path.of("../docs/CI.md"));
        assertThat(names(action().get("inputs"))).allSatisfy(input -> {
            assertThat(text).containsPattern("inputs\\." + input + "\\b");
            assertThat(document).contains("`" + input + "`");
        });
    }

    @Test
    void workflow_ofTheDocument_usesInputsAndOutputsThatExist() throws Exception {
        MatchResult workflow = WORKFLOW.matcher(Files.readString(Path.of("../docs/CI.md")))
                .results()
                .findFirst()
                .orElseThrow();
        JsonNode steps = YAML.readTree(workflow.group(1)).at("/jobs/bench/steps");
        List<JsonNode> uses = new ArrayList<>();
        for (JsonNode step : steps) {
            if (step.get("uses").asText().contains("step-profiler/.github/actions/bench@")) {
                uses.add(step.get("with"));
            }
        }
        assertThat(uses)
                .singleElement()
                .satisfies(with -> assertThat(names(action().get("inputs"))).containsAll(names(with)));
        for (JsonNode input : action().get("inputs")) {
            assertThat(input.has("required") != input.has("default")).isTrue();
        }
        assertThat(names(action().get("outputs"))).containsAll(found(OUTPUT, workflow.group(1)));
    }

    @Test
    void build_thatFails_isNamedAndLeavesNoWorkTree() throws Exception {
        repository();
        assertThat(step(0, Map.of("build", "echo broken >&2; false"))).isEqualTo(2);
        assertThat(output()).contains("broken", "the build of base failed");
        assertThat(run(List.of("git", "worktree", "list"), Map.of())).isZero();
        assertThat(output().lines()).hasSize(1);
    }

    @Test
    @Tag("long")
    void commit_thatSleeps_failsWithACommentAndAJUnitReport() throws Exception {
        repository();
        assertThat(step(0, Map.of())).as(output()).isEqualTo(1);
        String comment = Files.readString(dir.resolve("out/comment.md"));
        assertThat(comment).contains("## SUSPECTED SLOWER: ");
        assertThat(Files.readString(dir.resolve("out/junit.xml"))).contains("<failure message=\"undisturbed step +");
        assertThat(step(1, Map.of())).isZero();
        assertThat(Files.readString(dir.resolve("summary.md"))).isEqualTo(comment);
    }

    /** Two commits of a program, of which the second sleeps in each step. */
    private void repository() throws Exception {
        Path repository = Files.createDirectories(dir.resolve("repository"));
        Path program = repository.resolve("Train.java");
        List<String> git = List.of("git", "-c", "user.name=A", "-c", "user.email=a@example.com");
        Files.writeString(program, PROGRAM);
        for (String arguments : List.of("init -q .", "add .", "commit -q -m base", "commit -q -a -m new")) {
            if (arguments.endsWith("new")) {
                Files.writeString(program, PROGRAM.replace("for (int i", "Thread.sleep(20);\nfor (int i"));
            }
            List<String> words = new ArrayList<>(git);
            words.addAll(List.of(arguments.split(" ", -1)));
            assertThat(run(words, Map.of())).as(output()).isZero();
        }
    }

    /** Runs the shell lines of a step of the action as GitHub does; returns their exit status. */
    private int step(int index, Map<String, String> others) throws Exception {
        Map<String, String> inputs = new TreeMap<>(Map.of(
                "base", "HEAD~1",
                "build", "javac -d out Train.java",
                "run", "java -cp out Train",
                "agent", "step=Train.trainBatch,wait=1,warmup=1,active=20,repeat=1,jvm=counters",
                "runs", "1",
                "fail-on", "suspected",
                "stepprof", Files.createDirectories(dir.resolve("jars")).toString(),
                "out", dir.resolve("out").toString()));
        inputs.putAll(others);
        if (!Files.exists(COMMAND) || !Files.exists(AgentProcess.JAR)) {
            throw new AssertionError(COMMAND + " or the agent is not there: run mvn package before mvn test");
        }
        if (index == 0) {
            Files.createSymbolicLink(dir.resolve("jars/stepprof.jar"), COMMAND.toRealPath());
            Files.createSymbolicLink(dir.resolve("jars/step-profiler-agent.jar"), AgentProcess.JAR.toRealPath());
        }
        JsonNode step = action().at("/runs/steps/" + index);
        assertThat(step.get("shell").asText()).isEqualTo("bash");
        Map<String, String> environment = new TreeMap<>();
        environment.put("GITHUB_ACTION_PATH", ACTION.toString());
        environment.put("GITHUB_STEP_SUMMARY", dir.resolve("summary.md").toString());
        for (String name : names(step.get("env"))) {
            environment.put(
                    name,
                    INPUT.matcher(step.get("env").get(name).asText())
                            .replaceAll(match -> inputs.get(match.group(1)).replace("$", "\\$")));
        }
        // Each of them is short: the command, the builds and the runs.
        environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Path script = Files.writeString(dir.resolve("step.sh"), step.get("run").asText());
        return run(List.of("bash", "--noprofile", "--norc", "-eo", "pipefail", script.toString()), environment);
    }

    private int run(List<String> command, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.resolve("repository").toFile())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("output.txt").toFile());
        builder.environment().putAll(environment);
        builder.environment()
                .merge(
                        "PATH",
                        Path.of(System.getProperty("java.home"), "bin").toString(),
                        (path, java) -> java + ":" + path);
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private String output() throws IOException {
        return Files.readString(dir.resolve("output.txt"));
    }
}
