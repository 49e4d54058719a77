package io.stepprofiler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiComparisonTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public class A { public void a(int b) {} } | public class A {} | METHOD_REMOVED open.A.a(int)",
                "public class A { protected int a; }        | public class A { protected long a; } | FIELD_TYPE_CHANGED open.A.a",
                "public class A { public A() {} }           | public class A { public A(String b) {} } | CONSTRUCTOR_REMOVED open.A()",
                "public record A(int b) {}                  | public record A(int b, int c) {} | CONSTRUCTOR_REMOVED open.A(int)",
                "public interface A { void a(); }           | public interface A { void a(); void b(); } | METHOD_ADDED_TO_INTERFACE open.A.b()",
                "public class A implements Runnable { public void run() {} } | public class A { public void run() {} } | INTERFACE_REMOVED open.A java.lang.Runnable",
                "public class A { public class B {} }       | public class A { class B {} } | CLASS_REMOVED open.A$B",
                "class B { public void b() {} } public class A extends B {} | class B {} public class A extends B {} | METHOD_REMOVED open.B.b()",
            })
    void changes_thatBreakPrograms_areNamed(String before, String after, String expected) throws IOException {
        assertThat(compare(before, after).breakingChanges()).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public class A { private void a() {} void b() {} int c; } | public class A {}",
                "public class A { public int a() { return 1; } }           | public class A { public int a() { return 2; } }",
                "public class A {}                                         | public class A { public void a() {} }",
                "public interface A {}                                     | public interface A { default void a() {} }",
                "public class A { class B { public void b() {} } }         | public class A { }",
            })
    void changes_thatNobodySees_areNone(String before, String after) throws IOException {
        assertThat(compare(before, after).breakingChanges()).isEmpty();
    }

    @Test
    void report_ofChanges_isThatOfJapicmp() throws IOException {
        ApiComparison comparison = compare("public class A { public void a() {} }", "public class A {}");
        assertThat(comparison.report()).contains("REMOVED METHOD: PUBLIC(-) void a()");
    }

    @Test
    void signatures_madeTwice_areTheSameBytesWithoutWhatIsNotExported() throws IOException {
        Path classes = compile("once", "public class A { private int secret; int hidden; public int shown; }");
        byte[] jar = Signatures.jarOf(classes);
        assertThat(jar).isEqualTo(Signatures.jarOf(classes));
        assertThat(new String(jar, StandardCharsets.ISO_8859_1))
                .contains("open/A.class", "shown")
                .doesNotContain("secret", "hidden", "closed");
    }

    private ApiComparison compare(String before, String after) throws IOException {
        return new ApiComparison(
                Map.of("a.jar", Signatures.jarOf(compile("before", before))),
                Map.of("a.jar", Signatures.jarOf(compile("after", after))));
    }

    /** Compiles a module with a type in a package that it exports and another in one that it does not. */
    private Path compile(String name, String type) throws IOException {
        Path sources = folder.resolve(name + "-sources");
        Path classes = folder.resolve(name);
        Map<String, String> texts = Map.of(
                "module-info.java", "module m { exports open; exports closed to java.logging; }",
                "open/A.java", "package open; " + type,
                "closed/C.java", "package closed; public class C { }");
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = sources.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue());
        }
        List<String> arguments = texts.keySet().stream()
                .map(file -> sources.resolve(file).toString())
                .toList();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        Stream.concat(Stream.of("-d", classes.toString()), arguments.stream())
                                .toArray(String[]::new));
        assertThat(status).isZero();
        return classes;
    }
}
