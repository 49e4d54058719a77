package io.stepprofiler.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {
    private final List<String> ordered = new ArrayList<>();
    private final Orders orders = new Orders() {
        @Override
        public void quit() {
            ordered.add("quit");
        }

        @Override
        public void pause() {
            ordered.add("pause");
        }

        @Override
        public void resume() {
            ordered.add("resume");
        }

        @Override
        public void capture(int steps) {
            ordered.add("capture " + steps);
        }
    };

    private TopState press(TopState state, String keys) {
        TopState after = state;
        for (int i = 0; i < keys.length(); i++) {
            after = Keys.press(keys.charAt(i), after, orders);
        }
        return after;
    }

    private static TopState state(String profile) {
        LiveFigures some = SomeFigures.at(0);
        return SomeFigures.state(new LiveFigures(
                some.epochMillis(),
                new LiveJob("box", 1, "p", 0, profile),
                some.steps(),
                some.machine(),
                some.sample(),
                ""));
    }

    @ParameterizedTest
    @CsvSource({
        "q, quit",
        "Q, quit",
        "⌁, quit",
        "p, pause",
        "c12⏎, capture 12",
        "c⏎, capture 5",
        "c99⌫1⏎, capture 91",
        "c123456⏎, capture 1234",
        "cx7y⏎, capture 7",
        "cq, ''",
        "c5⎋, ''",
        "c0⏎, ''",
        "zZ1⏎, ''"
    })
    void press_keys_orderWhatTheyStandFor(String keys, String expected) {
        String typed = keys.replace('⏎', '\r')
                .replace('⌫', '\b')
                .replace('⎋', '\u001b')
                .replace('⌁', '\u0004');
        TopState after = press(state("profile waits"), typed);
        assertThat(String.join(",", ordered)).isEqualTo(expected);
        assertThat(after.typed()).isEmpty();
    }

    @Test
    void press_pWhilePaused_resumes() {
        press(state("paused"), "p");
        assertThat(ordered).containsExactly("resume");
    }

    @Test
    void press_s_goesThroughAllOrders() {
        TopState state = state("");
        List<Sort> seen = new ArrayList<>();
        for (int i = 0; i < Sort.values().length; i++) {
            seen.add(state.sort());
            state = press(state, "s");
        }
        assertThat(seen).containsExactly(Sort.values());
        assertThat(state.sort()).isEqualTo(Sort.TIME);
    }

    @Test
    void press_spaceAndH_switchOnAndOff() {
        assertThat(press(state(""), " ").frozen()).isTrue();
        assertThat(press(state(""), "  ").frozen()).isFalse();
        assertThat(press(state(""), "h").help()).isTrue();
        assertThat(press(state(""), "hh").help()).isFalse();
        assertThat(press(state(""), "h\u001b").help()).isFalse();
    }

    @Test
    void press_zeroSteps_saysThatNothingIsCaptured() {
        assertThat(press(state(""), "c0\r").message()).isEqualTo("0 steps are none: nothing is captured.");
    }
}
