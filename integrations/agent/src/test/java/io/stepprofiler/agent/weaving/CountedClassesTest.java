package io.stepprofiler.agent.weaving;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedClassesTest {
    private static final ClassLoader LOADER = ClassLoader.getSystemClassLoader();
    private static final URLStreamHandler NOT_OPENED = new URLStreamHandler() {
        @Override
        protected URLConnection openConnection(URL url) {
            throw new UnsupportedOperationException();
        }
    };

    private final CountedClasses classes = new CountedClasses("com.acme.Step");

    private boolean wants(String type, String place) throws MalformedURLException {
        return classes.wants(type, LOADER, from(place), new byte[0]);
    }

    private static ProtectionDomain from(String place) throws MalformedURLException {
        URL url = place.isEmpty() ? null : new URL(null, place, NOT_OPENED);
        return new ProtectionDomain(new CodeSource(url, (Certificate[]) null), null);
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.Main, file:/app/main.jar",
        "com.other.training.Trainer, file:/app/main.jar",
        "Train, file:/home/me/Train.java",
        "com.acme.training.Trainer, file:/home/me/target/classes/",
        "com.acme.Boot, jar:nested:/app/boot.jar/!BOOT-INF/classes/!/",
        "com.acme.Boot, jar:file:/app/boot.jar!/BOOT-INF/classes!/",
        "ml.dmlc.xgboost4j.java.Booster, file:/lib/xgboost4j.jar"
    })
    void classesOfTheProgram_andTheStepsOfAFramework_areCounted(String type, String place) throws Exception {
        assertThat(wants("com.acme.Main", "file:/app/main.jar")).isTrue();
        assertThat(wants(type, place)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.Helper, file:/lib/helper.jar",
        "com.acme.Generated, ''",
        "ai.djl.training.Trainer, file:/app/main.jar",
        "com.acme.Library, jar:nested:/app/boot.jar/!BOOT-INF/lib/library.jar!/",
        "ml.dmlc.xgboost4j.java.XGBoost, file:/lib/xgboost4j.jar"
    })
    void classesOfLibraries_areNotCounted(String type, String place) throws Exception {
        assertThat(wants("com.acme.Main", "file:/app/main.jar")).isTrue();
        assertThat(wants(type, place)).isFalse();
    }

    @Test
    void classWithTheAnnotation_isCountedWhereverItIs() throws Exception {
        byte[] code = "RuntimeVisibleAnnotations Lcom/acme/Step;".getBytes(ISO_8859_1);
        assertThat(classes.wants("com.acme.Helper", LOADER, from("file:/lib/helper.jar"), code))
                .isTrue();
    }

    @Test
    void classesOfAProgram_areCountedUpToALimit() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            assertThat(wants("com.acme.Main" + i, "file:/app/main.jar")).isTrue();
        }
        assertThat(wants("com.acme.Last", "file:/app/main.jar")).isFalse();
    }
}
