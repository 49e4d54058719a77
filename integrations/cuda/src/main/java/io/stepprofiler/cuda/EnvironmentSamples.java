package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;

/** Handler of clocks, temperature, power and fans of the devices, which become counters. */
final class EnvironmentSamples implements RecordHandler {
    private static final int TIME = 1;
    private static final int DEVICE_FIRST = 2;
    private static final int SECOND_THIRD = 3;
    private static final int FOURTH_FIFTH = 4;

    private static final int SPEED = 1;
    private static final int TEMPERATURE = 2;
    private static final int POWER = 3;
    private static final int COOLING = 4;
    private static final double MILLI = 1e-3;

    private final WindowTime window;

    EnvironmentSamples(WindowTime window) {
        this.window = window;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        long nanos = record.word(TIME);
        if (!window.takes(nanos, nanos)) {
            return;
        }
        String device = "GPU " + record.low(DEVICE_FIRST) + " ";
        double first = (double) record.high(DEVICE_FIRST);
        switch (record.code()) {
            case SPEED -> {
                sink.sample(device + "SM clock (MHz)", nanos, first);
                sink.sample(device + "memory clock (MHz)", nanos, (double) record.low(SECOND_THIRD));
                sink.sample(device + "throttle reasons", nanos, (double) record.high(FOURTH_FIFTH));
            }
            case TEMPERATURE -> sink.sample(device + "temperature (C)", nanos, first);
            case POWER -> {
                sink.sample(device + "power (W)", nanos, first * MILLI);
                sink.sample(device + "power limit (W)", nanos, (double) record.low(SECOND_THIRD) * MILLI);
            }
            case COOLING -> sink.sample(device + "fan (%)", nanos, first);
            default -> {}
        }
    }
}
