package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void model_ofEqualProcessors_isThereOnce() {
        assertThat(Machine.model(List.of("processor\t: 0", "model name\t: Xeon 8", "", "model name\t: Xeon 8")))
                .isEqualTo("model name Xeon 8");
    }

    @Test
    void model_ofAnArm_isItsNumbers() {
        assertThat(Machine.model(List.of("CPU implementer\t: 0x41", "CPU part\t: 0xd40", "BogoMIPS\t: 50")))
                .isEqualTo("CPU implementer 0x41, CPU part 0xd40");
    }

    @Test
    void current_isTheSameTwice() {
        assertThat(Machine.current()).isEqualTo(Machine.current());
        assertThat(Machine.current().cores()).isPositive();
    }
}
