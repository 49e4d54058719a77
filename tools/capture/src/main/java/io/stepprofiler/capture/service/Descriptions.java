package io.stepprofiler.capture.service;

import io.stepprofiler.Captures;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.StepCapture;
import io.stepprofiler.StepPace;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import io.stepprofiler.capture.proto.v1.JobProcess;
import io.stepprofiler.capture.proto.v1.JobProfile;
import io.stepprofiler.capture.proto.v1.JobStatus;
import io.stepprofiler.capture.proto.v1.JobSteps;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.Trace;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Messages that describe the job, its captures and traces. */
final class Descriptions {
    private static final int MAX_FAILURES = 20;
    private static final int MAX_TEXT = 1_000;
    private static final long NANOS_A_SECOND = 1_000_000_000;
    /** Metadata key of a capture's remark for the user. */
    private static final String NOTE = "capture note";

    private static final Map<StepCapture.State, CaptureProgress.State> STATES = Map.of(
            StepCapture.State.WAITING, CaptureProgress.State.STATE_WAITING,
            StepCapture.State.WARMING_UP, CaptureProgress.State.STATE_WARMING_UP,
            StepCapture.State.RECORDING, CaptureProgress.State.STATE_RECORDING);

    private final JobProcess process;
    private final String serverVersion;

    Descriptions(JobProcess process, String serverVersion) {
        this.process = process;
        this.serverVersion = serverVersion;
    }

    JobStatus status() {
        Instant now = Instant.now();
        JobStatus.Builder status = JobStatus.newBuilder()
                .setProcess(process)
                .setSteps(steps())
                .setServerVersion(serverVersion)
                .setEpochNanos(Math.addExact(now.getEpochSecond() * NANOS_A_SECOND, now.getNano()));
        Profile.running().ifPresent(profile -> status.setProfile(profile(profile)));
        Captures.current().ifPresent(capture -> status.setCapture(progress(capture)));
        return status.build();
    }

    private static JobSteps steps() {
        StepPace pace = Captures.pace();
        return JobSteps.newBuilder()
                .setCurrent(currentStep(pace))
                .setMarked(pace.steps() > 0)
                .setPerSecond(pace.perSecond())
                .addAllRecentNanos(pace.nanos())
                .setSinceStepNanos(pace.steps() > 0 ? pace.sinceNanos() : 0)
                .build();
    }

    /** The current step: the step after the last finished one. */
    private static long currentStep(StepPace pace) {
        return pace.steps() > 0 ? pace.lastStep() + 1 : 0;
    }

    static long currentStep() {
        return currentStep(Captures.pace());
    }

    private static JobProfile profile(Profile profile) {
        List<String> failures = profile.failures().stream()
                .limit(MAX_FAILURES)
                .map(ProfileFailure::message)
                .map(Descriptions::line)
                .toList();
        return JobProfile.newBuilder()
                .setName(line(profile.name()))
                .setSchedule(line(profile.schedule()))
                .setAction(profile.currentAction().name())
                .setWindows(profile.windowCount())
                .setPaused(profile.isPaused())
                .setFailureCount(profile.failureCount())
                .addAllFailures(failures)
                .setAccount(profile.lastTrace()
                        .map(trace -> trace.account().summary())
                        .orElse(""))
                .addAllActivities(types(profile))
                .setHasHistory(profile.history().isPresent())
                .build();
    }

    static List<String> types(Profile profile) {
        return profile.recordedTypes().stream().map(ActivityType::name).sorted().toList();
    }

    /** Progress of a capture. */
    static CaptureProgress progress(StepCapture capture) {
        CaptureProgress.Builder progress = CaptureProgress.newBuilder()
                .setState(STATES.getOrDefault(capture.state(), CaptureProgress.State.STATE_FINISHING))
                .setStepsDone(capture.stepsDone())
                .setCurrentStep(currentStep())
                .setText(line(capture.toString()))
                .setHolder(line(capture.request().holder()));
        if (capture.firstStep() >= 0) {
            progress.setFirstStep(capture.firstStep());
        }
        return progress.build();
    }

    /** Describes a trace of this process. */
    TraceInfo trace(Trace trace, String origin) {
        List<StepMark> whole =
                trace.steps().stream().filter(step -> !step.unfinished()).toList();
        TraceInfo.Builder info = TraceInfo.newBuilder()
                .setStartEpochNanos(trace.start().epochNanos())
                .setDurationNanos(trace.end().monotonicNanos() - trace.start().monotonicNanos())
                .setSteps(whole.size())
                .setEvents(trace.account().held())
                .setPartial(trace.isPartial() || !SourceFaults.failed(trace).isEmpty())
                .setAccount(line(trace.account().summary()))
                .setProcess(process)
                .setOrigin(origin);
        whole.stream().mapToLong(StepMark::number).min().ifPresent(info::setFirstStep);
        MetadataValue note = trace.metadata().get(NOTE);
        if (note != null) {
            info.addRemarks(line(note.text()));
        }
        Remarks.of(trace).forEach((key, text) -> info.addRemarks(line(key + ": " + text)));
        return info.build();
    }

    private static String line(String text) {
        String line = OneLine.of(text);
        return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT);
    }
}
