package io.stepprofiler.capture.client;

import io.stepprofiler.capture.client.FetchedTrace.RemoteTrace;
import io.stepprofiler.capture.client.RunningJob.RemoteProcess;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.JobProcess;
import io.stepprofiler.capture.proto.v1.JobProfile;
import io.stepprofiler.capture.proto.v1.JobStatus;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.text.OneLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Converts messages of a server to records, with texts that are safe to print: the server is not trusted. */
final class ServerReplies {
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private ServerReplies() {}

    static RunningJob job(JobStatus status) {
        return new RunningJob(
                process(status.getProcess()),
                new RunningJob.Steps(
                        status.getSteps().getCurrent(),
                        status.getSteps().getMarked(),
                        status.getSteps().getPerSecond(),
                        status.getSteps().getRecentNanosList(),
                        status.getSteps().getSinceStepNanos()),
                status.hasProfile() ? Optional.of(profile(status.getProfile())) : Optional.empty(),
                status.hasCapture() ? Optional.of(state(status.getCapture())) : Optional.empty(),
                OneLine.of(status.getServerVersion()),
                instant(status.getEpochNanos()));
    }

    private static RunningJob.RunningProfile profile(JobProfile profile) {
        return new RunningJob.RunningProfile(
                OneLine.of(profile.getName()),
                OneLine.of(profile.getSchedule()),
                OneLine.of(profile.getAction()),
                profile.getWindows(),
                profile.getPaused(),
                profile.getFailureCount(),
                lines(profile.getFailuresList()),
                OneLine.of(profile.getAccount()),
                lines(profile.getActivitiesList()),
                profile.getHasHistory());
    }

    static CaptureState state(CaptureProgress progress) {
        return new CaptureState(
                switch (progress.getState()) {
                    case STATE_WARMING_UP -> CaptureState.Phase.WARMING_UP;
                    case STATE_RECORDING -> CaptureState.Phase.RECORDING;
                    case STATE_FINISHING -> CaptureState.Phase.FINISHING;
                    default -> CaptureState.Phase.WAITING;
                },
                progress.hasFirstStep() ? OptionalLong.of(progress.getFirstStep()) : OptionalLong.empty(),
                progress.getStepsDone(),
                progress.getCurrentStep(),
                OneLine.of(progress.getText()),
                OneLine.of(progress.getHolder()));
    }

    static RemoteTrace trace(TraceInfo info) {
        return new RemoteTrace(
                instant(info.getStartEpochNanos()),
                Duration.ofNanos(info.getDurationNanos()),
                info.hasFirstStep() ? OptionalLong.of(info.getFirstStep()) : OptionalLong.empty(),
                info.getSteps(),
                info.getEvents(),
                info.getPartial(),
                OneLine.of(info.getAccount()),
                lines(info.getRemarksList()),
                process(info.getProcess()),
                OneLine.of(info.getOrigin()));
    }

    private static RemoteProcess process(JobProcess process) {
        return new RemoteProcess(
                process.getPid(),
                OneLine.of(process.getHost()),
                OneLine.of(process.getName()),
                OneLine.of(process.getJavaVersion()),
                process.getStartEpochMillis() == 0
                        ? Optional.empty()
                        : Optional.of(Instant.ofEpochMilli(process.getStartEpochMillis())),
                lines(process.getFrameworksList()),
                process.hasRank() ? OptionalInt.of(process.getRank()) : OptionalInt.empty(),
                process.hasWorldSize() ? OptionalInt.of(process.getWorldSize()) : OptionalInt.empty());
    }

    private static List<String> lines(List<String> texts) {
        return texts.stream().map(OneLine::of).toList();
    }

    private static Instant instant(long epochNanos) {
        return Instant.ofEpochSecond(
                Math.floorDiv(epochNanos, NANOS_A_SECOND), Math.floorMod(epochNanos, NANOS_A_SECOND));
    }
}
