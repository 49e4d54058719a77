package io.stepprofiler.junit;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.jvm.EventGroup;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs the loop of a {@link ProfiledTest} under a profile, and checks what it has recorded. */
final class ProfiledTestExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(ProfiledTestExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MeasuredSteps.class;
    }

    @Override
    public MeasuredSteps resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ProfiledTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), ProfiledTest.class)
                .orElseThrow();
        ProfileBuilder builder = Profile.builder()
                .schedule(Schedule.builder()
                        .wait(test.warmup() - 1)
                        .warmup(1)
                        .active(test.steps())
                        .repeat(1)
                        .build());
        if (test.without().length > 0) {
            builder.source(FlightRecorderSource.create()
                    .only(EventGroup.WAITS, EventGroup.INPUT_OUTPUT, EventGroup.GARBAGE_COLLECTION)
                    .waitThreshold(Duration.ZERO));
        }
        MeasuredSteps steps = new MeasuredSteps(builder.start(), test);
        context.getStore(NAMESPACE).put(MeasuredSteps.class, steps);
        return steps;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) throws IOException {
        MeasuredSteps steps = context.getStore(NAMESPACE).get(MeasuredSteps.class, MeasuredSteps.class);
        if (steps == null) {
            throw new AssertionError("expected a parameter of type MeasuredSteps, whose next() ends the steps");
        }
        steps.profile.close();
        if (context.getExecutionException().isPresent()) {
            return;
        }
        if (steps.left() >= 0) {
            throw new AssertionError("expected a loop until next() returns false, but it ended with "
                    + Amount.count(steps.left() + 1, "step") + " left");
        }
        Trace trace = steps.profile.lastTrace().orElseThrow(() -> new AssertionError(steps.profile.failures()));
        List<String> wrong = wrong(steps.test, steps.mostBytes, trace);
        if (!wrong.isEmpty()) {
            throw new AssertionError(String.join("\n", wrong));
        }
    }

    private static List<String> wrong(ProfiledTest test, long bytes, Trace trace) throws IOException {
        List<String> wrong = new ArrayList<>();
        if (test.maxAllocatedBytes() >= 0 && bytes > test.maxAllocatedBytes()) {
            wrong.add("a step allocates " + Amount.bytes(bytes) + " of Java objects; allowed are "
                    + Amount.bytes(test.maxAllocatedBytes()));
        }
        StepReport report = StepReport.of(trace);
        WindowReport window = report.windows().get(0);
        Map<String, String> facts = window.run().facts();
        String recorder = facts.get("jvm_flight_recorder") + facts.getOrDefault("jvm_flight_recorder_lost", "");
        if (test.without().length > 0 && !recorder.matches("recorded \\d+ types of events")) {
            wrong.add("the flight recorder lacks a part of the steps: " + recorder);
        }
        for (StepCategory category : test.without()) {
            window.parts().stream()
                    .filter(part -> part.category().equals(category.name()))
                    .map(part -> "the steps are " + part.name() + " for "
                            + Amount.time(part.nanos().sum()))
                    .forEach(wrong::add);
            window.costs().waits().stream()
                    .filter(wait -> wait.category().equals(category.name()))
                    .map(wait -> "the steps have " + wait.count() + " × " + wait.name() + ", at most "
                            + Amount.time(wait.maxNanos()) + "\n    at " + String.join("\n    at ", wait.stack()))
                    .forEach(wrong::add);
        }
        if (!test.baseline().isEmpty()) {
            wrong.addAll(new Baseline(Path.of(test.baseline())).check(report, test.threshold(), test.phases()));
        }
        return wrong;
    }
}
