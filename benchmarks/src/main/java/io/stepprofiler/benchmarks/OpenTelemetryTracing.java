package io.stepprofiler.benchmarks;

import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Tracer of the OpenTelemetry SDK with the default sampler, which samples every span, and no export. */
@State(Scope.Benchmark)
public class OpenTelemetryTracing {
    /** Tracer of the spans. */
    final Tracer tracer =
            SdkTracerProvider.builder().addSpanProcessor(new Nowhere()).build().get("benchmark");

    private static final class Nowhere implements SpanProcessor {
        @Override
        public void onStart(Context parentContext, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return true;
        }

        @Override
        public void onEnd(ReadableSpan span) {}

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }
}
