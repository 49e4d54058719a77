package io.stepprofiler.junit;

import io.stepprofiler.analysis.breakdown.StepCategory;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit test of a training step, which fails if the step is slower than its baseline, or does what it must not do. Its
 * parameter of type {@link MeasuredSteps} has the steps. One profile runs in a process, so run these tests one at a time.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(ProfiledTestExtension.class)
public @interface ProfiledTest {
    /** {@return the number of steps before the measured ones, 1 or more} */
    int warmup() default 50;

    /** {@return the number of measured steps, 1 or more} */
    int steps() default 50;

    /**
     * {@return the directory of the baseline, with a summary of each recorded run; empty for none} The test fails if a
     * figure of the step is worse than in all runs of the baseline, and by more than their noise and the threshold.
     */
    String baseline() default "";

    /** {@return the relative difference up to which a time counts as equal, however small the noise} */
    double threshold() default 0.05;

    /** {@return names of scopes whose mean time in a step is compared, too} */
    String[] phases() default {};

    /** {@return what the steps must not do on the thread of the test, such as sleep, or input and output} */
    StepCategory[] without() default {};

    /** {@return the most bytes of Java objects that a step may allocate on the thread of the test; -1 for any number} */
    long maxAllocatedBytes() default -1;
}
