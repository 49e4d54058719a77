package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaThreadTest {
    @ParameterizedTest
    @CsvSource({
        "jdk.internal.misc.Unsafe java.util.concurrent.locks.LockSupport java.lang.Thread, true",
        "jdk.internal.misc.Unsafe io.stepprofiler.source.JvmCounters$Recording java.lang.Thread, true",
        "jdk.internal.misc.Unsafe com.acme.Loader java.lang.Thread, false",
    })
    void isWithoutProgram_someClasses_isFalseWithOneOfTheProgram(String classes, boolean expected) {
        assertThat(JavaThread.isWithoutProgram(Stream.of(classes.split(" ")))).isEqualTo(expected);
    }
}
