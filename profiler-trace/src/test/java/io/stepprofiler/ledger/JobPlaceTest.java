package io.stepprofiler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobPlaceTest {
    private static final String LONG = "x".repeat(JobPlace.MAX_TEXT + 1);

    @ParameterizedTest
    @CsvSource({"TORCHELASTIC_RUN_ID", "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_NAME"})
    void job_ofALauncher_isItsVariable(String variable) {
        assertThat(JobPlace.of(Map.of(variable, "llm-7", "PATH", "/bin")))
                .isEqualTo(new JobPlace("llm-7", Map.of(), Map.of()));
    }

    @Test
    void job_thatTorchrunHasNoNameFor_isTheBatchJob() {
        assertThat(JobPlace.of(Map.of("TORCHELASTIC_RUN_ID", "none", "SLURM_JOB_ID", "4711"))
                        .job())
                .isEqualTo("4711");
    }

    @ParameterizedTest
    @CsvSource({
        "NODE_NAME, node",
        "SLURMD_NODENAME, node",
        "SLURM_TOPOLOGY_ADDR, topology",
        "SLURM_JOB_PARTITION, partition",
        "LOCAL_RANK, local rank",
        "SLURM_LOCALID, local rank",
        "TORCHELASTIC_RESTART_COUNT, restart"
    })
    void label_ofALauncher_isItsVariable(String variable, String label) {
        assertThat(JobPlace.of(Map.of(variable, "3")).labels()).containsExactly(Map.entry(label, "3"));
    }

    @Test
    void variable_thatIsTooLong_isLeftOut() {
        assertThat(JobPlace.of(Map.of("SLURM_JOB_ID", LONG, "SLURM_TOPOLOGY_ADDR", LONG)))
                .isEqualTo(JobPlace.UNKNOWN);
    }

    @Test
    void place_changed_hasTheRestAsBefore() {
        JobPlace place = JobPlace.UNKNOWN
                .job("a")
                .position(Parallelism.DATA, 1)
                .position(Parallelism.PIPELINE, 3)
                .label("rack", "r1")
                .label("rack", "r2");

        assertThat(place)
                .isEqualTo(
                        new JobPlace("a", Map.of(Parallelism.DATA, 1, Parallelism.PIPELINE, 3), Map.of("rack", "r2")));
        assertThat(place.position(Parallelism.PIPELINE)).hasValue(3);
        assertThat(place.position(Parallelism.TENSOR)).isEmpty();
    }

    @Test
    void value_outOfRange_isRefused() {
        assertThatThrownBy(() -> JobPlace.UNKNOWN.position(Parallelism.DATA, -1))
                .hasMessage("position = -1 of DATA is not allowed: must be 0 or more");
        assertThatThrownBy(() -> JobPlace.UNKNOWN.label("", "x"))
                .hasMessage("label '' = 'x' is not allowed: must have a name");
        assertThatThrownBy(() -> JobPlace.UNKNOWN.label("rack", LONG))
                .hasMessage("label rack = '" + LONG + "' is not allowed: must have 100 characters at most");
        Map<String, String> many = IntStream.rangeClosed(0, JobPlace.MAX_LABELS)
                .mapToObj(String::valueOf)
                .collect(Collectors.toMap(name -> name, name -> name));
        assertThatThrownBy(() -> new JobPlace("", Map.of(), many))
                .hasMessage("labels = 25 is not allowed: must be 24 at most");
    }
}
