package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceFilesTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.String, String.java",
        "java.util.HashMap$Node, HashMap.java",
        "java.util.concurrent.ThreadPoolExecutor$Worker, ThreadPoolExecutor.java",
        "io.stepprofiler.jvm.SourceFilesTest, SourceFilesTest.java",
        "io.stepprofiler.jvm.SecondOfTheFile, SourceFilesTest.java",
        "com.acme.$Proxy12, ",
        "com.acme.Unknown, ",
        "'', "
    })
    void of_aClass_isThatOfItsClassFile(String type, String file) {
        assertThat(new SourceFiles(true).of(type)).isEqualTo(file);
    }

    @Test
    void of_aClassOfAnotherLanguageInTheLoaderOfTheProgram_isItsOwnFile() throws IOException {
        byte[] bytes;
        try (InputStream in = SourceFilesTest.class.getResourceAsStream("SourceFilesTest.class")) {
            bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                    .replace("SourceFilesTest.java", "Differentiated.scala")
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
        loaderIs(() -> new ByteArrayInputStream(bytes));
        assertThat(new SourceFiles(true).of("breeze.CachedDiffFunction")).isEqualTo("Differentiated.scala");
    }

    @Test
    void of_aClassFileThatCannotBeRead_isNone() {
        loaderIs(() -> new ByteArrayInputStream(new byte[20]));
        assertThat(new SourceFiles(true).of("breeze.CachedDiffFunction")).isNull();
        loaderIs(() -> {
            throw new UncheckedIOException(new IOException("closed"));
        });
        assertThat(new SourceFiles(true).of("breeze.CachedDiffFunction")).isNull();
    }

    private static void loaderIs(Supplier<InputStream> file) {
        Thread.currentThread().setContextClassLoader(new ClassLoader(null) {
            @Override
            public InputStream getResourceAsStream(String name) {
                return name.equals("breeze/CachedDiffFunction.class") ? file.get() : null;
            }
        });
    }
}

/** Not named after its file. */
final class SecondOfTheFile {
    private SecondOfTheFile() {}
}
