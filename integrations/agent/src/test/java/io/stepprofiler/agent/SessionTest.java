package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.Verbosity;
import io.stepprofiler.agent.weaving.StepMethod;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that only counts steps, in a program that profiles itself. */
class SessionTest {
    @TempDir
    Path dir;

    private Session session;

    @BeforeEach
    void start() throws Exception {
        String argument = "onDemand,jvm=off,step=com.acme.Trainer.train,job=llm,labels=rack:r7,positions=pipeline:3";
        AgentOptions options = AgentOptions.of(argument, "", dir);
        session = Session.start(options, ByteBuddyAgent.install(), new Console(Verbosity.QUIET));
    }

    @AfterEach
    void detach() {
        session.detach();
        assertThat(Profile.running()).isEmpty();
    }

    @Test
    void annotate_nobodyListens_hasTheReason() throws Exception {
        for (String deaf : List.of("nvtx", "itt")) {
            assertThat(AgentProfile.deaf(AgentOptions.of("annotate=" + deaf, "", dir)))
                    .hasValueSatisfying(line -> assertThat(line).matches(deaf + ": no profiler .* is not set"));
        }
        assertThat(AgentProfile.deaf(AgentOptions.of("annotate=jfr", "", dir))).isEmpty();
        assertThat(AgentProfile.deaf(AgentOptions.of("", "", dir))).isEmpty();
    }

    @Test
    void exit_ofTheProgram_waitsLongerThanTheCloseOfTheProfile() {
        Duration close = Duration.ofSeconds(90);
        assertThat(AgentProfile.exitTimeout(close)).isGreaterThan(close);
    }

    private void steps(int count) {
        for (int step = 0; step < count; step++) {
            session.stepEnded(StepMethod.ORIGIN);
        }
    }

    @Test
    void ledger_ofTheAgentsProfile_hasThePlaceOfTheOptions() {
        steps(2);

        JobPlace place = Profile.running().orElseThrow().ledger().run().place();

        assertThat(place.job()).isEqualTo("llm");
        assertThat(place.labels()).containsEntry("rack", "r7");
        assertThat(place.position(Parallelism.PIPELINE)).hasValue(3);
    }

    private static Profile own() {
        return Profile.builder().name("own").schedule(Schedule.never()).start();
    }

    @Test
    void countingProfile_whileTheProgramHasOneOfItsOwn_givesWayAndCountsOnAfterwards() {
        steps(4);
        Profile counting = Profile.running().orElseThrow();
        assertThat(counting.stepNumber()).isEqualTo(3);
        try (Profile own = own()) {
            steps(5);
            assertThat(Profile.running()).containsSame(own);
            assertThat(own.stepNumber()).isZero();
            assertThat(own.failures()).isEmpty();
        }
        steps(3);

        assertThat(Profile.running()).containsSame(counting);
        assertThat(counting.stepNumber()).isEqualTo(5);
        assertThat(counting.failures()).isEmpty();
    }

    @Test
    void countingProfile_whereTheProgramHasOneAlready_startsAfterIt() {
        try (Profile own = own()) {
            steps(3);
            assertThat(Profile.running()).containsSame(own);
        }
        steps(3);

        assertThat(Profile.running()).hasValueSatisfying(counting -> {
            assertThat(counting.name()).isEqualTo("agent");
            assertThat(counting.stepNumber()).isEqualTo(2);
        });
    }
}
