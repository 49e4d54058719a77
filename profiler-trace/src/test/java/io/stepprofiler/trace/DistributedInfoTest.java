package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributedInfoTest {
    @ParameterizedTest
    @CsvSource({
        "RANK, WORLD_SIZE, ''",
        "OMPI_COMM_WORLD_RANK, OMPI_COMM_WORLD_SIZE, mpi",
        "PMI_RANK, PMI_SIZE, mpi",
        "SLURM_PROCID, SLURM_NTASKS, ''"
    })
    void fromEnvironment_variablesOfALauncher_isTheWorker(String rank, String size, String backend) {
        assertThat(DistributedInfo.fromEnvironment(Map.of(rank, "3", size, "8", "PATH", "/bin"), "node"))
                .contains(new DistributedInfo(3, 8, backend, "node"));
    }

    @Test
    void fromEnvironment_noVariables_isEmpty() {
        assertThat(DistributedInfo.fromEnvironment(Map.of(), "node")).isEmpty();
    }

    @Test
    void fromEnvironment_severalLaunchers_takesTorchrunFirst() {
        Map<String, String> environment = Map.of(
                "SLURM_PROCID",
                "0",
                "SLURM_NTASKS",
                "2",
                "PMI_RANK",
                "1",
                "PMI_SIZE",
                "3",
                "RANK",
                "5",
                "WORLD_SIZE",
                "6");
        assertThat(DistributedInfo.fromEnvironment(environment, "node"))
                .contains(new DistributedInfo(5, 6, "", "node"));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 4",
        "4, 4",
        "0, 0",
        "one, 4",
        "1, four",
        "'', 4",
        "1, ''",
        "' 1', 4",
        "1.0, 4",
        "0x1, 4",
        "1, 99999999999",
        "\u0661, \u0664",
        "1,"
    })
    void fromEnvironment_nonsense_isIgnored(String rank, String size) {
        Map<String, String> environment =
                size == null ? Map.of("RANK", rank) : Map.of("RANK", rank, "WORLD_SIZE", size);
        assertThat(DistributedInfo.fromEnvironment(environment, "node")).isEmpty();
    }

    @Test
    void fromEnvironment_nonsenseOfOneLauncher_takesTheNext() {
        Map<String, String> environment =
                Map.of("RANK", "9", "WORLD_SIZE", "2", "SLURM_PROCID", "1", "SLURM_NTASKS", "2");
        assertThat(DistributedInfo.fromEnvironment(environment, "node"))
                .contains(new DistributedInfo(1, 2, "", "node"));
    }

    @Test
    void fromEnvironment_variablesOfTwoLaunchersMixed_areNotCombined() {
        assertThat(DistributedInfo.fromEnvironment(Map.of("RANK", "1", "SLURM_NTASKS", "2"), "node"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, 5, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void constructor_rankOutOfRange_namesParameterValueAndRange(int rank) {
        assertThatThrownBy(() -> new DistributedInfo(rank, 4, "", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rank = " + rank + " is not allowed: must be 0 to 3 (worldSize - 1)");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void constructor_worldSizeOutOfRange_namesParameterValueAndRange(int worldSize) {
        assertThatThrownBy(() -> new DistributedInfo(0, worldSize, "", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("worldSize = " + worldSize + " is not allowed: must be 1 or more, or 0 if it is not known");
    }

    @Test
    void constructor_worldSizeNotKnown_takesAnyRank() {
        DistributedInfo info = new DistributedInfo(5, 0, "nccl", "");
        assertThat(info.rank()).isEqualTo(5);
        assertThat(info.hasWorldSize()).isFalse();
        assertThat(new DistributedInfo(5, 6, "", "").hasWorldSize()).isTrue();
        assertThatThrownBy(() -> new DistributedInfo(-1, 0, "", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rank = -1 is not allowed: must be 0 or more");
    }

    @Test
    void constructor_nullTexts_namesTheParameter() {
        assertThatThrownBy(() -> new DistributedInfo(0, 1, null, ""))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("backend");
        assertThatThrownBy(() -> new DistributedInfo(0, 1, "", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("host");
    }
}
