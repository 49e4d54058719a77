package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.window.ProgramFrames;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rule about objects that a step creates again and again although one for the whole run would do. */
final class OnceRule {
    static final List<Rule> ALL = List.of(new Rule(
            "created-each-time",
            "Created anew each time",
            Role.CAUSE,
            Set.of(STEPS, SAMPLES),
            new Thresholds(0.03, 0.1),
            OnceRule::look));

    private OnceRule() {}

    /**
     * Kind of object that is expensive to create.
     *
     * @param does its creation, as sentences show it
     * @param methods methods that create it
     * @param also prefix of a class that is in the call stack as well; empty for any
     * @param remedy the way to create it once
     */
    private record Kind(String does, Set<String> methods, String also, String remedy) {
        Kind(String does, Set<String> methods, String remedy) {
            this(does, methods, "", remedy);
        }

        /** True if the program calls one of the methods: further out, code of the program may be called by it. */
        boolean isIn(List<StackTraceElement> stack) {
            return stack.stream()
                            .takeWhile(frame -> !ProgramFrames.isOfProgram(frame.getClassName()))
                            .anyMatch(frame -> methods.contains(frame.getClassName() + "." + frame.getMethodName()))
                    && stack.stream().anyMatch(frame -> frame.getClassName().startsWith(also));
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "compiles regular expressions",
                    Set.of("java.util.regex.Pattern.compile", "java.util.regex.Pattern.<init>"),
                    "private static final Pattern FIELD = Pattern.compile(\"…\"), then FIELD.matcher(text):"
                            + " String.matches, replaceAll and split compile their pattern in each call"),
            new Kind(
                    "applies regular expressions that each call compiles anew",
                    Set.of(
                            "java.lang.String.matches",
                            "java.lang.String.replaceAll",
                            "java.lang.String.replaceFirst",
                            "java.lang.String.split",
                            "java.util.regex.Pattern.matches"),
                    "java.util.regex.",
                    "private static final Pattern WORD = Pattern.compile(\"…\"), then WORD.split(text); where matching"
                            + " itself takes long: indexOf and charAt, or the results kept for the next epoch"),
            new Kind(
                    "formats texts",
                    Set.of("java.lang.String.format", "java.lang.String.formatted", "java.util.Formatter.format"),
                    "append to a StringBuilder instead of String.format, or format every n steps"),
            new Kind(
                    "creates formats of dates",
                    Set.of(
                            "java.time.format.DateTimeFormatter.ofPattern",
                            "java.time.format.DateTimeFormatterBuilder.appendPattern",
                            "java.text.SimpleDateFormat.<init>"),
                    "private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(\"…\")"),
            new Kind(
                    "creates formats of numbers",
                    Set.of(
                            "java.text.DecimalFormat.<init>",
                            "java.text.NumberFormat.getInstance",
                            "java.text.MessageFormat.<init>"),
                    "one DecimalFormat per thread, kept in a field"),
            new Kind(
                    "loads settings",
                    Set.of("java.util.Properties.load", "java.util.ResourceBundle.getBundle"),
                    "load the file once, before the first step"),
            new Kind(
                    "creates readers of JSON",
                    Set.of("com.fasterxml.jackson.databind.ObjectMapper.<init>", "com.google.gson.Gson.<init>"),
                    "private static final ObjectMapper MAPPER = new ObjectMapper()"));

    private record Found(Kind kind, RunningCode code) {}

    private static Optional<Symptom> look(WindowFacts facts) {
        return in(CodeOfSteps.ofSteps(facts)).map(found -> found.inStep(facts));
    }

    /** Returns the kind of objects whose creation takes most of some code. */
    static Optional<KnownCode> in(CodeOfSteps code) {
        return KINDS.stream()
                .flatMap(kind -> RunningCode.of(code, kind::isIn).map(found -> new Found(kind, found)).stream())
                .max(Comparator.comparingLong(found -> found.code.nanos()))
                .map(found -> known(found.kind, found.code));
    }

    private static KnownCode known(Kind kind, RunningCode code) {
        Optional<Site> site = Site.of(code.places());
        return new KnownCode(
                kind.does,
                site,
                "",
                code.nanos(),
                true,
                "do this once"
                        + site.map(each -> ", outside of " + each.method()).orElse("") + ", or less often",
                code.proofs(),
                List.of(Advice.of(kind.remedy)));
    }
}
