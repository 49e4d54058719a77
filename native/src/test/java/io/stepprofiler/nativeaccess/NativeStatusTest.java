package io.stepprofiler.nativeaccess;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeStatusTest {
    @Test
    void current_withoutNativeCode_isAbsentAndSaysWhy() {
        NativeStatus status = NativeStatus.current();
        assertThat(status.available()).isFalse();
        assertThat(status.reason()).contains("no native code");
    }
}
