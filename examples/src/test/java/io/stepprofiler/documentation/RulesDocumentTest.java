package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.report.faces.RankRules;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The table of rules tells what the rules are. */
@Tag("sources")
class RulesDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/RULES.md");
    private static final List<Path> CLASSES = List.of(
            Path.of("../insight/analysis/target/classes/io/stepprofiler/analysis/rules"),
            Path.of("../profiler-trace/target/classes/io/stepprofiler/frameworks"),
            Path.of("../insight/report/target/classes/io/stepprofiler/report/faces"));
    private static final int REMEDY = 5;

    /** The rows of its table, cell by cell. */
    private static List<List<String>> rows() throws IOException {
        return Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.startsWith("| <a id="))
                .map(line -> Stream.of(line.split("(?<!\\\\)\\|", -1))
                        .map(String::strip)
                        .toList())
                .map(cells -> cells.subList(1, cells.size() - 1))
                .toList();
    }

    private static List<String> row(String id, String title, String needs, Thresholds thresholds) {
        return List.of(
                "<a id=\"" + id + "\"></a>`" + id + "`",
                title,
                needs,
                number(thresholds.information()),
                number(thresholds.warning()));
    }

    private static String number(double threshold) {
        if (threshold == Thresholds.ANY) {
            return "any";
        }
        return threshold == Double.POSITIVE_INFINITY ? "–" : String.format(Locale.ROOT, "%s", threshold);
    }

    private static String needs(Rule rule) {
        return rule.needs().stream()
                .map(Evidence::name)
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
    }

    private static List<List<String>> ofTheCode() {
        List<List<String>> rows = new ArrayList<>();
        for (Rule rule : RuleSet.builtIn().rules()) {
            rows.add(row(rule.id(), rule.title(), needs(rule), rule.thresholds()));
        }
        for (RankRules rule : RankRules.values()) {
            rows.add(row(rule.id(), rule.title(), "steps of several ranks", rule.thresholds()));
        }
        return rows;
    }

    /** Every text in the code of the rules: an advice is one. */
    private static Set<String> texts() throws IOException {
        Set<String> texts = new HashSet<>();
        for (Path directory : CLASSES) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    try (InputStream in = Files.newInputStream(file)) {
                        new ClassReader(in).accept(new Texts(texts), 0);
                    }
                }
            }
        }
        return texts;
    }

    private static final class Texts extends ClassVisitor {
        private final Set<String> texts;

        Texts(Set<String> texts) {
            super(Opcodes.ASM9);
            this.texts = texts;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitLdcInsn(Object value) {
                    texts.add(String.valueOf(value));
                }
            };
        }
    }

    @Test
    void table_hasTheRulesOfTheCodeWithWhatTheyNeedAndTheirThresholds() throws IOException {
        assertThat(rows().stream().map(cells -> cells.subList(0, REMEDY))).containsExactlyElementsOf(ofTheCode());
        assertThat(rows()).extracting(cells -> cells.get(0)).doesNotHaveDuplicates();
    }

    @Test
    void table_hasRemediesThatTheRulesGive() throws IOException {
        Set<String> texts = texts();
        assertThat(rows())
                .allSatisfy(cells -> assertThat(Stream.of(cells.get(REMEDY).split("<br>", -1))
                                .map(remedy -> remedy.replaceFirst("^\\w+: ", "")
                                        .replace("`", "")
                                        .replace("\\<", "<")
                                        .replace("\\|", "|")))
                        .isNotEmpty()
                        .allSatisfy(remedy -> assertThat(texts).contains(remedy)));
    }

    @Test
    void rule_ofTheDocument_findsWhatItIsAbout() {
        TraceBuilder builder = new TraceBuilder();
        for (int i = 0; i < 4; i++) {
            builder.step(new StepMark(i, 100L * i, 100, 1, false));
            builder.thread(1, "main").add(builder.nameId("evaluate"), 100L * i, 30);
        }
        assertThat(new RuleSet(new EvaluationRules().rules())
                        .check(WindowFacts.of(builder.build()))
                        .verdict()
                        .sentence())
                .isEqualTo("evaluation takes 30.0 % of the step");
    }
}
