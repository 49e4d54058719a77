package io.stepprofiler.schedule.transition;

import static io.stepprofiler.schedule.ProfilerAction.DEVICE_STOPPED;
import static io.stepprofiler.schedule.ProfilerAction.NONE;
import static io.stepprofiler.schedule.ProfilerAction.RECORD;
import static io.stepprofiler.schedule.ProfilerAction.RECORD_AND_SAVE;
import static io.stepprofiler.schedule.ProfilerAction.WARMUP;
import static io.stepprofiler.schedule.transition.Operation.PREPARE;
import static io.stepprofiler.schedule.transition.Operation.PUBLISH;
import static io.stepprofiler.schedule.transition.Operation.START;
import static io.stepprofiler.schedule.transition.Operation.STOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.schedule.ProfilerAction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TransitionTableTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "state-machine.md");

    /** The action map of torch.profiler 2.13, pair by pair, typed in a second time. */
    static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of(NONE, NONE, List.of(), false),
                Arguments.of(NONE, WARMUP, List.of(PREPARE), false),
                Arguments.of(NONE, RECORD, List.of(PREPARE, START), false),
                Arguments.of(NONE, RECORD_AND_SAVE, List.of(PREPARE, START), false),
                Arguments.of(WARMUP, NONE, List.of(START, STOP), true),
                Arguments.of(WARMUP, WARMUP, List.of(), false),
                Arguments.of(WARMUP, RECORD, List.of(START), false),
                Arguments.of(WARMUP, RECORD_AND_SAVE, List.of(START), false),
                Arguments.of(RECORD, NONE, List.of(STOP), true),
                Arguments.of(RECORD, WARMUP, List.of(STOP), true),
                Arguments.of(RECORD, RECORD, List.of(), false),
                Arguments.of(RECORD, RECORD_AND_SAVE, List.of(), false),
                Arguments.of(RECORD_AND_SAVE, NONE, List.of(STOP, PUBLISH), false),
                Arguments.of(RECORD_AND_SAVE, WARMUP, List.of(STOP, PUBLISH, PREPARE), false),
                Arguments.of(RECORD_AND_SAVE, RECORD, List.of(STOP, PUBLISH, PREPARE, START), false),
                Arguments.of(RECORD_AND_SAVE, RECORD_AND_SAVE, List.of(STOP, PUBLISH, PREPARE, START), false),
                Arguments.of(NONE, DEVICE_STOPPED, List.of(), false),
                Arguments.of(WARMUP, DEVICE_STOPPED, List.of(START, STOP, PUBLISH), false),
                Arguments.of(RECORD, DEVICE_STOPPED, List.of(STOP, PUBLISH), false),
                Arguments.of(RECORD_AND_SAVE, DEVICE_STOPPED, List.of(STOP, PUBLISH), false),
                Arguments.of(DEVICE_STOPPED, NONE, List.of(), false),
                Arguments.of(DEVICE_STOPPED, WARMUP, List.of(PREPARE), false),
                Arguments.of(DEVICE_STOPPED, RECORD, List.of(PREPARE, START), false),
                Arguments.of(DEVICE_STOPPED, RECORD_AND_SAVE, List.of(PREPARE, START), false),
                Arguments.of(DEVICE_STOPPED, DEVICE_STOPPED, List.of(), false));
    }

    static Stream<Arguments> exits() {
        return Stream.of(
                Arguments.of(NONE, List.of()),
                Arguments.of(WARMUP, List.of(START, STOP)),
                Arguments.of(RECORD, List.of(STOP, PUBLISH)),
                Arguments.of(RECORD_AND_SAVE, List.of(STOP, PUBLISH)),
                Arguments.of(DEVICE_STOPPED, List.of()));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @MethodSource("pairs")
    void between_eachPair_runsWhatTorchRuns(
            ProfilerAction from, ProfilerAction to, List<Operation> operations, boolean warns) {
        Transition transition = TransitionTable.between(from, to);
        assertThat(transition.operations()).isEqualTo(operations);
        assertThat(transition.warning())
                .isEqualTo(
                        warns ? Optional.of("Incorrect schedule: " + from + " followed by " + to) : Optional.empty());
    }

    @ParameterizedTest(name = "{0} -> exit")
    @MethodSource("exits")
    void onExit_eachAction_runsWhatTorchRuns(ProfilerAction from, List<Operation> operations) {
        assertThat(TransitionTable.onExit(from).operations()).isEqualTo(operations);
        assertThat(TransitionTable.onExit(from).warning()).isEmpty();
    }

    @Test
    void pairs_ofThisTest_areAllThereAre() {
        int actions = ProfilerAction.values().length;
        assertThat(pairs().map(pair -> List.of(pair.get()[0], pair.get()[1])).distinct())
                .hasSize(actions * actions);
        assertThat(exits().map(exit -> exit.get()[0]).distinct()).hasSize(actions);
    }

    @Test
    void document_table_isTheOneGenerated() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("\n" + toMarkdown());
    }

    /** The table as Markdown: a row for each last action, a column for each next one and for the exit. */
    private static String toMarkdown() {
        StringBuilder table = new StringBuilder("| last \\ next |");
        for (ProfilerAction to : ProfilerAction.values()) {
            table.append(' ').append(to).append(" |");
        }
        table.append(" exit |\n")
                .append("|---".repeat(ProfilerAction.values().length + 2))
                .append("|\n");
        for (ProfilerAction from : ProfilerAction.values()) {
            table.append("| ").append(from).append(" |");
            for (ProfilerAction to : ProfilerAction.values()) {
                table.append(' ')
                        .append(cell(TransitionTable.between(from, to)))
                        .append(" |");
            }
            table.append(' ').append(cell(TransitionTable.onExit(from))).append(" |\n");
        }
        return table.toString();
    }

    private static String cell(Transition transition) {
        String operations = transition.operations().stream()
                .map(operation -> operation.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        String text = operations.isEmpty() ? "–" : operations;
        return transition.warning().isPresent() ? "warn; " + text : text;
    }
}
