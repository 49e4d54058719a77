package io.stepprofiler.cli.top;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.capture.live.StepSample.Operation;
import io.stepprofiler.capture.live.StepSample.Part;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopScreenTest {
    private static final TopState STATE = SomeFigures.state(SomeFigures.at(0), SomeFigures.at(1));

    private static List<AttributedString> lines(TopState state, int columns, int rows) {
        return TopScreen.lines(state, columns, rows, Palette.COLOURS);
    }

    private static String text(TopState state, int columns, int rows) {
        return lines(state, columns, rows).stream()
                .map(line -> line.toString().stripTrailing())
                .collect(joining("\n"));
    }

    @Test
    void lines_80By24_haveAllFigures() {
        assertThat(text(STATE, 80, 24))
                .isEqualTo("""
                 LeNetTraining  box 4242                                profile waits  01:23:46
                step 1,234  25.0 steps/s  last 40.0 ms  median 40.0 ms  95 % 80.0 ms
                ▂▂█▂  40.0 ms to 80.0 ms
                heap ███░░░░░░░ 512 MiB of 2.0 GiB  collections 1, 5 ms  process 900 MiB
                cpu  █████████░ 1.8 of 2  machine 1.9
                input 15.0 %  waits 0.0 %  off cpu 25.0 %  lost nothing

                  SHARE CHANGE   A STEP         PHASE of steps 1,231 to 1,233
                 50.0 %         20.0 ms         ██████████           backward
                 35.0 %         14.0 ms         ███████              forward
                 15.0 %         6.00 ms         ███                  waiting for data

                  SHARE CHANGE   A STEP  CALLS  OPERATION, time of its own
                 22.5 %         9.00 ms    2.0  aten::convolution_backward
                  7.5 %         3.00 ms    5.0  aten::addmm
                  2.5 %         1.00 ms   40.0  aten::copy_







                q s""".replace("q s", "q quit  s sort: time  p pause  c capture  space freeze  h help"));
    }

    @ParameterizedTest
    @CsvSource({"80,24", "140,40", "60,20", "59,12", "40,10", "20,6", "10,4", "5,3", "3,2", "1,1"})
    void lines_ofAnySize_areAsManyAsRowsAndNotWiderThanColumns(int columns, int rows) {
        for (TopState state : List.of(
                STATE,
                STATE.withHelp(true),
                STATE.withTyped(Optional.of("12")),
                STATE.withFrozen(true),
                TopState.of("localhost:9012"))) {
            assertThat(lines(state, columns, rows))
                    .hasSize(rows)
                    .allSatisfy(line -> assertThat(line.columnLength()).isLessThanOrEqualTo(columns));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\u001b[2J\u001b]0;owned\u0007", "two\nlines\r", "tab\tbell\u0007", "\u202egnp.exe", "\ud800"})
    void lines_hostileNames_areShownAsText(String name) {
        TopState state = SomeFigures.state(SomeFigures.with(
                0,
                name,
                List.of(new Part(name, "PHASE", 40_000_000)),
                List.of(new Operation(name, "SCOPE", 1, 1000)),
                0,
                name));
        assertThat(lines(state, 120, 30))
                .hasSize(30)
                .allSatisfy(line -> assertThat(line.toString().codePoints())
                        .noneMatch(point -> Character.isISOControl(point)
                                || Character.getType(point) == Character.FORMAT
                                || Character.getType(point) == Character.SURROGATE));
        assertThat(text(state, 120, 30)).contains("\\u");
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 31, 32, 33, 34, 35, 36})
    void lines_wideCharacters_areCutBetweenCharacters(int columns) {
        TopState state = SomeFigures.state(SomeFigures.with(
                0, "卷积神经网络卷积神经网络", List.of(new Part("卷积层卷积层卷积层", "PHASE", 40_000_000)), List.of(), 0, ""));
        assertThat(lines(state, columns, 20))
                .hasSize(20)
                .allSatisfy(line -> assertThat(line.columnLength()).isLessThanOrEqualTo(columns));
        assertThat(text(state, columns, 20)).contains("100.0 %").contains("卷积");
    }

    @Test
    void lines_changedShare_isShownWithItsSign() {
        TopState state = SomeFigures.state(
                SomeFigures.at(0),
                SomeFigures.with(
                        1,
                        "LeNetTraining",
                        List.of(new Part("backward", "PHASE", 24_000_000), new Part("forward", "PHASE", 10_000_000)),
                        List.of(),
                        0,
                        ""));
        assertThat(text(state, 80, 24))
                .containsPattern("60.0 % +\\+10.0 +24.0 ms .* backward")
                .containsPattern("25.0 % +-10.0 +10.0 ms .* forward");
    }

    @Test
    void lines_lostEvents_sayHowMany() {
        assertThat(text(
                        SomeFigures.state(SomeFigures.with(
                                0, "p", SomeFigures.PARTS, SomeFigures.OPERATIONS, 12, "Another capture records.")),
                        80,
                        24))
                .contains("lost 12 of 312")
                .contains("Another capture records.");
    }

    @Test
    void lines_sortedByName_areInThatOrder() {
        String text = text(STATE.withSort(Sort.NAME), 80, 24);
        assertThat(text.indexOf("aten::addmm"))
                .isLessThan(text.indexOf("aten::convolution"))
                .isPositive();
        assertThat(text).contains("sort: name");
    }

    @Test
    void lines_withoutColours_haveNone() {
        assertThat(TopScreen.lines(STATE, 80, 24, Palette.of("1")))
                .allSatisfy(line -> assertThat(line.toAnsi()).doesNotContainPattern("\u001b\\[[0-9;]*(3|9)[0-7]"));
        assertThat(TopScreen.lines(STATE, 80, 24, Palette.of("")))
                .anySatisfy(line -> assertThat(line.toAnsi()).containsPattern("\u001b\\[[0-9;]*3[0-7]"));
    }
}
