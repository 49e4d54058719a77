package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PhaseTableTest {
    private static final Path DOCUMENT = Path.of("..", "..", "docs", "state-machine.md");

    private static boolean records(ProfilerPhase phase) {
        return phase == ProfilerPhase.RUNNING || phase == ProfilerPhase.PAUSED;
    }

    /** Whether a trace has begun that can go on. */
    private static boolean isOpen(ProfilerPhase phase) {
        return records(phase) || phase == ProfilerPhase.STOPPED;
    }

    @ParameterizedTest
    @EnumSource
    void effects_ofEachCommand_leadWhereTheNextPhaseSays(ProfilerPhase from) {
        for (Command command : Command.values()) {
            PhaseTable.Step step = PhaseTable.step(from, command);
            boolean records = records(from);
            boolean open = isOpen(from);
            boolean paused = from == ProfilerPhase.PAUSED;
            for (Effect effect : step.effects()) {
                switch (effect) {
                    case OPEN -> open = true;
                    case CLOSE -> open = false;
                    case START -> {
                        assertThat(open).isTrue();
                        assertThat(records).isFalse();
                        records = true;
                        paused = false;
                    }
                    case STOP -> {
                        assertThat(records).isTrue();
                        records = false;
                    }
                    case SUPPRESS -> paused = true;
                    case ADMIT -> paused = false;
                    case WRITE -> assertThat(open).isTrue();
                    case ADOPT -> assertThat(records).isFalse();
                    case REFUSE -> assertThat(from).isEqualTo(ProfilerPhase.NEW);
                }
            }
            assertThat(records).as(from + " " + command).isEqualTo(records(step.next()));
            assertThat(open).as(from + " " + command).isEqualTo(isOpen(step.next()));
            assertThat(records && paused).as(from + " " + command).isEqualTo(step.next() == ProfilerPhase.PAUSED);
        }
    }

    @Test
    void stoppedProfiler_whatever_recordsOnlyAfterRun() {
        for (ProfilerPhase from : List.of(ProfilerPhase.NEW, ProfilerPhase.STOPPED, ProfilerPhase.FINISHED)) {
            for (Command command : Command.values()) {
                assertThat(records(PhaseTable.step(from, command).next()))
                        .as(from + " " + command)
                        .isEqualTo(command == Command.RUN);
            }
        }
    }

    /** The table as Markdown: a row for each phase, a column for each command. */
    private static String toMarkdown() {
        StringBuilder table = new StringBuilder("| phase |");
        for (Command command : Command.values()) {
            table.append(' ').append(MxMessages.lower(command)).append(" |");
        }
        table.append("\n").append("|---".repeat(Command.values().length + 1)).append("|\n");
        for (ProfilerPhase from : ProfilerPhase.values()) {
            table.append("| ").append(MxMessages.lower(from)).append(" |");
            for (Command command : Command.values()) {
                table.append(' ')
                        .append(cell(from, PhaseTable.step(from, command)))
                        .append(" |");
            }
            table.append('\n');
        }
        return table.toString();
    }

    private static String cell(ProfilerPhase from, PhaseTable.Step step) {
        String effects = step.effects().stream().map(MxMessages::lower).collect(Collectors.joining(", "));
        String target = step.next() == from ? "" : "→ " + MxMessages.lower(step.next());
        if (effects.isEmpty()) {
            return target.isEmpty() ? "–" : target;
        }
        return target.isEmpty() ? effects : effects + " " + target;
    }

    @Test
    void document_hasTheTable() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("\n" + toMarkdown());
    }
}
