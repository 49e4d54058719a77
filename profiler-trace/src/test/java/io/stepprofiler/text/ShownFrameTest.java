package io.stepprofiler.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownFrameTest {
    @ParameterizedTest
    @CsvSource({
        "demo.Main, lambda$main$0, Main.java, demo.Main.main(Main.java:7)",
        "demo.Main, lambda$main$7ad1b0a8$1, Main.java, demo.Main.main(Main.java:7)",
        "demo.Main, lambda$read$line$12, Main.java, demo.Main.read$line(Main.java:7)",
        "demo.Main, lambda$new$0, Main.java, demo.Main.<init>(Main.java:7)",
        "demo.Main, lambda$static$0, Main.java, demo.Main.<clinit>(Main.java:7)",
        "demo.Fit$, $anonfun$train$1, Fit.scala, demo.Fit$.train(Fit.scala:7)",
        "demo.Fit$, $anonfun$train$2$adapted, Fit.scala, demo.Fit$.train(Fit.scala:7)",
        "demo.Fit$, $anonfun$$plus$plus$1, Fit.scala, demo.Fit$.$plus$plus(Fit.scala:7)",
        "demo.Fit$, train$$anonfun$1, Fit.scala, demo.Fit$.train(Fit.scala:7)",
        "demo.Fit$, train$$anonfun$1$$anonfun$2, Fit.scala, demo.Fit$.train(Fit.scala:7)",
        "demo.FitKt, train$lambda$0, Fit.kt, demo.FitKt.train(Fit.kt:7)",
        "demo.FitKt, train$lambda$3$lambda$1, Fit.kt, demo.FitKt.train(Fit.kt:7)",
        "demo.FitKt, train$lambda-0, Fit.kt, demo.FitKt.train(Fit.kt:7)",
        "demo.FitKt$train$1, invoke, Fit.kt, demo.FitKt.train(Fit.kt:7)",
        "demo.FitKt$train$1$job$2, invokeSuspend, Fit.kt, demo.FitKt.train(Fit.kt:7)",
        "demo.Fit$Inner$train$1, invoke, Fit.kt, demo.Fit$Inner.train(Fit.kt:7)"
    })
    void of_aLambda_isInTheMethodThatContainsIt(String type, String method, String file, String shown) {
        assertThat(ShownFrame.of(new StackTraceElement(type, method, file, 7))).hasToString(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "demo.Main, main, Main.java",
        "demo.Main, access$000, Main.java",
        "demo.Main, lambda$0, Main.java",
        "demo.Main$worker$1, invoke, Main.java",
        "demo.Fit$1, invoke, Fit.kt",
        "demo.Fit$, $anonfun, Fit.scala",
        "demo.Fit, train$default, Fit.kt"
    })
    void of_anotherFrame_isTheFrame(String type, String method, String file) {
        StackTraceElement frame = new StackTraceElement(type, method, file, 7);
        assertThat(ShownFrame.of(frame)).isSameAs(frame);
    }

    @Test
    void of_aLambdaOfKotlinWithoutAKnownFile_isTheFrame() {
        StackTraceElement frame = new StackTraceElement("demo.FitKt$train$1", "invoke", null, 7);
        assertThat(ShownFrame.of(frame)).isSameAs(frame);
    }
}
