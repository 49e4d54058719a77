package io.stepprofiler.cli.live;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.client.RunningJob;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Java program of this user as {@code stepprof ps} lists it.
 *
 * @param process the process as seen from outside
 * @param server the announced server; null if there is none
 * @param position the answer of that server; null if there is no server
 */
record JobSnapshot(
        JavaProcess process,
        @Nullable Announcement server,
        @Nullable Position position) {
    /**
     * Progress of a training, as reported by its server.
     *
     * @param step number of the current step; -1 if unknown or if no step was marked
     * @param perSecond steps per second; 0 if unknown
     * @param now current recording activity, or the reason why it is unknown
     */
    record Position(long step, double perSecond, String now) {
        /** Words for the actions of schedules. */
        private static final Map<String, String> WORDS = Map.of("NONE", "idle", "WARMUP", "warms up");

        /** Short timeout, so that an unresponsive server does not delay the list. */
        private static final Duration PATIENCE = Duration.ofSeconds(2);

        /** Asks a server. */
        static Position ask(Announcement server) {
            ClientOptions options = new ClientOptions(server.token(), server.certificate(), PATIENCE);
            try (CaptureClient client = CaptureClient.connect(server.host(), server.port(), options)) {
                RunningJob job = client.status();
                return new Position(
                        job.steps().marked() ? job.steps().current() : -1,
                        job.steps().perSecond(),
                        now(job));
            } catch (IOException e) {
                return new Position(-1, 0, "does not answer: " + Reason.of(e));
            }
        }

        private static String now(RunningJob job) {
            if (job.capture().isPresent()) {
                return job.capture().get().text();
            }
            return job.profile()
                    .map(profile -> profile.paused() ? "paused" : WORDS.getOrDefault(profile.action(), "records"))
                    .orElse("no profile");
        }
    }

    /** The training programs, or all Java programs. */
    static List<JobSnapshot> all(boolean everyone) throws IOException {
        List<JobSnapshot> jobs = new ArrayList<>();
        for (JavaProcess each : JavaProcess.all()) {
            Optional<Announcement> server = Announcements.of(each.pid());
            boolean trains = server.isPresent()
                    || each.agent()
                    || (!each.frameworks().isEmpty() && !JavaProgram.builds(each.program()));
            if (everyone || trains) {
                jobs.add(new JobSnapshot(
                        each, server.orElse(null), server.map(Position::ask).orElse(null)));
            }
        }
        return jobs;
    }

    /** A line for each program, below the titles. */
    static String text(List<JobSnapshot> jobs) {
        return new Document()
                .table(Table.of(jobs)
                        .figure("PID", job -> String.valueOf(job.process.pid()))
                        .path("PROGRAM", job -> job.process.program())
                        .name("HAS", JobSnapshot::has)
                        .figure("PORT", job -> job.server == null ? "-" : String.valueOf(job.server.port()))
                        .figure(
                                "STEP",
                                job -> job.position == null || job.position.step() < 0
                                        ? "-"
                                        : String.valueOf(job.position.step()))
                        .figure("STEPS/S", JobSnapshot::rate)
                        .name("NOW", JobSnapshot::now))
                .text();
    }

    private String has() {
        List<String> has = new ArrayList<>(process.frameworks());
        if (process.agent()) {
            has.add("agent");
        }
        return has.isEmpty() ? "-" : String.join(", ", has);
    }

    private String rate() {
        return position == null || position.perSecond() == 0 ? "-" : Amount.number(position.perSecond());
    }

    private String now() {
        return position != null ? position.now() : "no server: stepprof attach " + process.pid();
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("pid", process.pid());
        json.writeStringField("program", process.program());
        if (JavaProcess.showsWhatIsLoaded()) {
            json.writeArrayFieldStart("frameworks");
            for (String each : process.frameworks()) {
                json.writeString(each);
            }
            json.writeEndArray();
            json.writeBooleanField("agent", process.agent());
        }
        if (server != null) {
            json.writeObjectFieldStart("server");
            json.writeStringField("host", server.host());
            json.writeNumberField("port", server.port());
            json.writeBooleanField("token", server.token().isPresent());
            json.writeBooleanField("tls", server.certificate().isPresent());
            json.writeEndObject();
        }
        if (position != null) {
            json.writeNumberField("step", position.step());
            json.writeNumberField("stepsPerSecond", position.perSecond());
            json.writeStringField("now", position.now());
        }
        json.writeEndObject();
    }
}
