package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallStacksTest {
    /** How TensorBoard's plugin finds the place in what is before the last colon of a frame. */
    private static final Pattern PLACE = Pattern.compile("(.*)\\(([0-9]+)\\)$", Pattern.DOTALL);

    private static final List<String> NASTY =
            List.of(";", ":", "\"", "\\", "\n", "\t", "\u0000", "\u007f", "\ud800", "(1)", "a", "ä", ".", "/");

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "com.acme.Net, forward, Net.java, 30, com/acme/Net.java(30): Net.forward",
                "com.acme.Net$Block, lambda$run$0, Net.java, 0, com/acme/Net.java(0): Net$Block.lambda$run$0",
                "Main, main, Main.java, 1, Main.java(1): Main.main",
                "java.lang.Thread, run, Thread.java, -2, java/lang/Thread.java: Thread.run",
                "com.acme.Net, <init>, Net.java, -1, com/acme/Net.java: Net.<init>",
                "gen.Proxy1, invoke, null, -1, gen.Proxy1.invoke",
                "gen.Proxy1, invoke, null, 12, gen.Proxy1.invoke",
                "a.B, x;y:z, C;D.java, 5, a/C_D.java(5): B.x_y_z",
            })
    void frame_ofAnyKind_isPlaceAndMethod(String type, String method, String file, int line, String expected) {
        assertThat(CallStacks.text(List.of(new StackTraceElement(type, method, file, line))))
                .isEqualTo(expected);
    }

    @Test
    void stack_ofAnEvent_isAnArgument() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        int stack = builder.stackId(List.of(new StackTraceElement("a.B", "c", "B.java", 3)));
        track.stack(track.add(builder.nameId("with"), 0, 10), stack);
        track.add(builder.nameId("without"), 20, 10);

        List<Exported.Slice> slices = Exported.json(builder.build()).slices();

        assertThat(slices.get(0).args().path("Call stack").textValue()).isEqualTo("a/B.java(3): B.c");
        assertThat(slices.get(1).args().has("Call stack")).isFalse();
    }

    @Test
    void stacks_hostile_keepTheirFramesAndPlaces() {
        for (long seed = 0; seed < 62; seed++) {
            Random random = new Random(seed);
            List<StackTraceElement> frames = new ArrayList<>();
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                frames.add(new StackTraceElement(
                        text(random), text(random), text(random) + ".java", random.nextInt(1000)));
            }
            TraceBuilder builder = new TraceBuilder();
            TrackBuilder track = builder.thread(1, "main");
            track.stack(track.add(builder.nameId("a"), 0, 10), builder.stackId(frames));

            String stack = Exported.json(builder.build())
                    .slices()
                    .get(0)
                    .args()
                    .path("Call stack")
                    .textValue();

            String[] written = stack.split(";", -1);
            assertThat(written).hasSameSizeAs(frames);
            for (int i = 0; i < written.length; i++) {
                var place = PLACE.matcher(written[i].substring(0, written[i].lastIndexOf(':')));
                assertThat(place.matches()).as(written[i]).isTrue();
                assertThat(place.group(2))
                        .isEqualTo(Integer.toString(frames.get(i).getLineNumber()));
                assertThat(written[i].chars().noneMatch(Character::isISOControl))
                        .isTrue();
            }
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            text.append(NASTY.get(random.nextInt(NASTY.size())));
        }
        return text.toString();
    }
}
