package io.stepprofiler.tuning;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rounds that are measured: by a profile of their own if none runs, and by the clock in any case. */
final class MeasuredRounds {
    private final TuningOptions options;
    private final VariantRounds calls;
    private final List<Trace> traces = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private CallTimes times;
    private TimedBy timedBy = TimedBy.CLOCK;

    MeasuredRounds(TuningOptions options, VariantRounds calls) {
        this.options = options;
        this.calls = calls;
        times = noTimes();
    }

    private CallTimes noTimes() {
        return new CallTimes(options.variants().size(), options.calls());
    }

    CallTimes times() {
        return times;
    }

    TimedBy timedBy() {
        return timedBy;
    }

    List<String> warnings() {
        return warnings;
    }

    void run() {
        Optional<Profile> profile = open();
        try {
            for (int round = 0; round < options.calls(); round++) {
                calls.round(round, times);
            }
        } finally {
            profile.ifPresent(Profile::close);
        }
        profile.ifPresent(
                opened -> opened.failures().forEach(failure -> warnings.add("the profile: " + failure.message())));
        if (!traces.isEmpty()) {
            read(traces.get(traces.size() - 1));
        }
        calls.failures().keySet().forEach(times::forget);
        warnOfMissing();
    }

    private Optional<Profile> open() {
        ProfileBuilder builder = Profile.builder()
                .name("tuning of " + options.name())
                .synchronousDelivery(true)
                .onTraceReady(traces::add);
        options.sources().forEach(builder::source);
        try {
            return Optional.of(builder.start());
        } catch (IllegalStateException e) {
            warnings.add("times are from the clock, because no profile can be opened: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void read(Trace trace) {
        CallIndex seen = new CallIndex(trace, Thread.currentThread().getId(), options.scopeNames());
        CallTimes ofHost = noTimes();
        seen.addTo(ofHost);
        CallTimes ofDevices = noTimes();
        if (options.deviceTime()) {
            new DeviceBusyTime(trace, seen).addTo(ofDevices);
        }
        if (!ofDevices.isEmpty()) {
            times = ofDevices;
            timedBy = TimedBy.DEVICE;
        } else if (!ofHost.isEmpty()) {
            times = ofHost;
            timedBy = TimedBy.PROFILE;
        } else {
            warnings.add("times are from the clock, because the profile recorded no call");
        }
    }

    private void warnOfMissing() {
        if (options.deviceTime() && timedBy != TimedBy.DEVICE) {
            warnings.add("times are from the host, because no source reported work of a device for any call");
        }
        long failed = (long) calls.failures().size() * options.calls();
        long missing = times.missing() - failed;
        if (missing > 0) {
            warnings.add(missing + " of " + ((long) options.variants().size() * options.calls() - failed)
                    + " calls were not seen");
        }
    }
}
