package io.stepprofiler.handlers.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.analysis.functions.FunctionSelector;
import io.stepprofiler.handlers.functions.FunctionProfileOptions.Printing;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionProfileOptionsTest {
    @Test
    void parse_ofAllNames_setsAllOptions() {
        FunctionProfileOptions options = FunctionProfileOptions.parse(
                "functions=names:forward|backward,shared=all,ignore_first_call=True,n_apply=5,n_ops=6,"
                        + "output_line_width=100,min_memory_size=0,min_peak_memory=1,debugprint=TRUE,"
                        + "print_global_stats=1,destination=log/profile.txt,print=each_window");
        assertThat(options)
                .usingRecursiveComparison()
                .isEqualTo(new FunctionProfileOptions(
                        FunctionSelector.named("forward", "backward").shared("all"),
                        true,
                        5,
                        6,
                        100,
                        0,
                        true,
                        true,
                        true,
                        Destination.of(Path.of("log/profile.txt")),
                        Printing.EACH_WINDOW));
    }

    @Test
    void parse_ofNothing_isTheDefault() {
        assertThat(FunctionProfileOptions.parse(" ")).isEqualTo(FunctionProfileOptions.DEFAULT);
    }

    @Test
    void parse_ofAesarasNames_takesThem() {
        assertThat(FunctionProfileOptions.parse("profiling__n_apply=3, profiling.n_ops = 4"))
                .isEqualTo(FunctionProfileOptions.DEFAULT.withNApply(3).withNOps(4));
    }

    @Test
    void parse_ofAesarasFlagsThatAreNotNeeded_takesWhatHoldsAnyway() {
        assertThat(FunctionProfileOptions.parse("profile=True,profile_memory=True,profile__memory=True,"
                        + "profile_optimizer=False,profiling__time_thunks=True,profile__min_peak_memory=True"))
                .isEqualTo(FunctionProfileOptions.DEFAULT.withMinPeakMemory(true));
    }

    @Test
    void parse_ofOneNameTwice_takesTheLast() {
        assertThat(FunctionProfileOptions.parse("n_apply=3,n_apply=4").nApply()).isEqualTo(4);
    }

    @Test
    void shared_beforeFunctions_countsToo() {
        assertThat(FunctionProfileOptions.parse("shared=all,functions=steps").functions())
                .isEqualTo(FunctionSelector.STEPS.shared("all"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "n_aply=3; Option 'n_aply' of function profiles is not known; known are functions, shared, ignore_first_call",
                "n_apply; n_apply has no value: must be n_apply=VALUE",
                "n_apply=; n_apply = '' is not allowed: must be a whole number",
                "n_apply=x; n_apply = 'x' is not allowed: must be a whole number",
                "n_apply=3000000000; n_apply = '3000000000' is not allowed: must be a whole number from 1 to 2147483647",
                "n_apply=-3000000000; n_apply = '-3000000000' is not allowed: must be a whole number from 1 to 2147483647",
                "n_apply=0; n_apply = '0' is not allowed: must be a whole number from 1 to 2147483647",
                "n_ops=-1; n_ops = '-1' is not allowed: must be a whole number from 1 to 2147483647",
                "output_line_width=79; output_line_width = '79' is not allowed: must be a whole number from 80 to 2147483647",
                "min_memory_size=-1; min_memory_size = '-1' is not allowed: must be a whole number from 0 to 9223372036854775807",
                "min_memory_size=-3000000000; min_memory_size = '-3000000000' is not allowed: must be a whole number from 0",
                "min_memory_size=1.5; min_memory_size = '1.5' is not allowed: must be a whole number from 0",
                "functions=names:; names = [] is not allowed: must be at least one name, and none blank",
                "debugprint=yes; debugprint = 'yes' is not allowed: must be true or false",
                "destination=; destination = '' is not allowed: must be stderr, stdout or the path of a file",
                "print=never; print = 'never' is not allowed: must be at_exit, each_window or on_request",
                "profile=False; profile = 'False' is not allowed: must be true, or left out: format=functions of the agent",
                "profile_memory=0; profile_memory = '0' is not allowed: must be true, or left out: the memory profile is there",
                "profile_optimizer=1; profile_optimizer = '1' is not allowed: must be false, or left out: no framework of the JVM",
                "time_thunks=no; time_thunks = 'no' is not allowed: must be true or false",
                "functions=all; functions = 'all' is not allowed: must be automatic, functions, steps, modules or names:"
            })
    void parse_ofSomethingWrong_namesItAndWhatIsAllowed(String list, String message) {
        assertThatThrownBy(() -> FunctionProfileOptions.parse(list.replace('|', ',')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void options_outOfRange_areRefused() {
        assertThatThrownBy(() -> FunctionProfileOptions.DEFAULT.withNApply(0))
                .hasMessage("n_apply = 0 is not allowed: must be 1 or more");
        assertThatThrownBy(() -> FunctionProfileOptions.DEFAULT.withOutputLineWidth(79))
                .hasMessage("output_line_width = 79 is not allowed: must be 80 or more");
    }

    @Test
    void parse_ofAMemorySizeAbove2GiB_takesIt() {
        assertThat(FunctionProfileOptions.parse("min_memory_size=3000000000").minMemorySize())
                .isEqualTo(3_000_000_000L);
    }

    @Test
    void environment_withoutTheVariable_givesNone() {
        assertThat(FunctionProfileOptions.fromEnvironment(Map.of())).isEmpty();
        assertThat(FunctionProfileHandler.fromEnvironment(Map.of())).isEmpty();
        assertThat(FunctionProfileOptions.fromEnvironment(
                        Map.of("STEP_PROFILER_FUNCTIONS", "n_apply=7,destination=stdout")))
                .contains(FunctionProfileOptions.DEFAULT.withNApply(7).withDestination(Destination.STANDARD_OUTPUT));
    }
}
