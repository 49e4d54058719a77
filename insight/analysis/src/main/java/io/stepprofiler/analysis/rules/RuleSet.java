package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.window.Origin;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.frameworks.Framework;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.services.FoundServices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules that check a window. Immutable and thread-safe. */
public final class RuleSet {
    /** Order of findings: by severity, then causes before symptoms, then by their gain. */
    static final Comparator<Finding> MOST_IMPORTANT_FIRST = Comparator.comparing(Finding::severity)
            .reversed()
            .thenComparing(Finding::role)
            .thenComparing(Finding::gainShare, Comparator.reverseOrder());

    private static final Pattern NAMES_A_METHOD = Pattern.compile("\\w\\([^)]+\\)");

    /** Advice that applies only to programs on a Java virtual machine, and is of no framework. */
    private static final Set<String> OF_JAVA = Set.of("JVM", "Logback", Advice.API, Advice.AGENT);

    private final Supplier<List<Rule>> source;
    private @Nullable List<Rule> rules;

    /**
     * Creates a set of some rules.
     *
     * @param rules the rules; of equally important findings, the one of the earlier rule comes first
     */
    public RuleSet(List<Rule> rules) {
        List<Rule> copy = List.copyOf(rules);
        source = () -> copy;
    }

    private RuleSet(Supplier<List<Rule>> source) {
        this.source = source;
    }

    /** {@return the rules of the profiler} */
    public static RuleSet builtIn() {
        return new RuleSet(Stream.of(
                        InputRules.ALL,
                        BetweenSteps.ALL,
                        CollectionRules.ALL,
                        WaitRules.ALL,
                        ProcessorRules.ALL,
                        StartedThreadsRule.ALL,
                        ExceptionRule.ALL,
                        OnceRule.ALL,
                        NotCompiledRule.ALL,
                        BoxedNumbers.ALL,
                        AtomicRule.ALL,
                        WorkRules.ALL,
                        OperationRules.ALL,
                        LoopRules.ALL,
                        ShapeRules.ALL,
                        NativeGrowthRule.ALL,
                        LimitRules.ALL,
                        DeviceRules.ALL,
                        DeviceCallRules.ALL,
                        DeviceMemoryRules.ALL,
                        ExtraWork.ALL,
                        StepTimeRules.ALL,
                        TrendRules.ALL,
                        RecordingRules.ALL)
                .flatMap(Collection::stream)
                .toList());
    }

    /**
     * {@return the rules of the profiler and of the {@link RuleProvider}s on the class or module path} The rules
     * themselves, a hundred classes, are loaded when they are first used.
     *
     * @throws java.util.ServiceConfigurationError if a provider cannot be loaded
     */
    public static RuleSet all() {
        List<RuleProvider> providers = FoundServices.all(loader -> ServiceLoader.load(RuleProvider.class, loader));
        return new RuleSet(() -> {
            Map<String, Rule> byId = new LinkedHashMap<>();
            builtIn().rules().forEach(rule -> byId.put(rule.id(), rule));
            for (RuleProvider provider : providers) {
                provider.rules().forEach(rule -> byId.put(rule.id(), rule));
            }
            return List.copyOf(byId.values());
        });
    }

    /** {@return the rules, in their order} */
    public synchronized List<Rule> rules() {
        List<Rule> known = rules;
        if (known == null) {
            known = source.get();
            rules = known;
        }
        return known;
    }

    /**
     * {@return these rules, one of them with other thresholds}
     *
     * @param id id of the rule
     * @param thresholds its thresholds
     * @throws IllegalArgumentException if there is no such rule; the message lists the known ids
     */
    public RuleSet withThresholds(String id, Thresholds thresholds) {
        checkKnown(id);
        return new RuleSet(rules().stream()
                .map(rule -> rule.id().equals(id) ? rule.withThresholds(thresholds) : rule)
                .toList());
    }

    /**
     * {@return these rules without one}
     *
     * @param id id of the rule
     * @throws IllegalArgumentException if there is no such rule; the message lists the known ids
     */
    public RuleSet without(String id) {
        checkKnown(id);
        return new RuleSet(
                rules().stream().filter(rule -> !rule.id().equals(id)).toList());
    }

    private void checkKnown(String id) {
        List<String> known = rules().stream().map(Rule::id).toList();
        if (!known.contains(id)) {
            throw new IllegalArgumentException(
                    "rule = " + id + " is not allowed: must be one of " + String.join(", ", known));
        }
    }

    /**
     * {@return the diagnosis of a window by these rules}
     *
     * @param facts the facts about the window
     */
    public Diagnosis check(WindowFacts facts) {
        List<Finding> findings = new ArrayList<>();
        List<String> fine = new ArrayList<>();
        List<Unchecked> unchecked = new ArrayList<>();
        for (Rule rule : rules()) {
            Set<Evidence> missing = EnumSet.noneOf(Evidence.class);
            missing.addAll(rule.needs());
            missing.removeAll(facts.evidence());
            if (missing.contains(Evidence.STEPS)) {
                missing.remove(Evidence.SEVERAL_STEPS);
            }
            if (!facts.hasDevices() && missing.stream().anyMatch(Evidence::isOfDevices)) {
                // No option records this evidence if the program uses no device.
                continue;
            }
            if (facts.program() != Program.JVM && missing.stream().anyMatch(Evidence::isOfVirtualMachines)) {
                continue;
            }
            if (facts.origin().isKnown()
                    && facts.origin().frameworks().isEmpty()
                    && missing.stream().anyMatch(Evidence::isOfFrameworks)) {
                continue;
            }
            if (!missing.isEmpty()) {
                unchecked.add(unchecked(rule, missing, facts));
                continue;
            }
            try {
                Optional<Finding> found = rule.check().find(facts).flatMap(symptom -> finding(rule, symptom, facts));
                found.ifPresentOrElse(findings::add, () -> fine.add(facts.words(rule.title())));
            } catch (RuntimeException e) {
                // A rule of another provider may fail without losing the other findings.
                unchecked.add(new Unchecked(rule.id(), rule.title(), "failed: " + e, ""));
            }
        }
        List<Finding> explained = FindingSubsumption.of(findings).stream()
                .sorted(MOST_IMPORTANT_FIRST)
                .toList();
        return new Diagnosis(verdict(explained, facts), explained, fine, unchecked);
    }

    private static Unchecked unchecked(Rule rule, Set<Evidence> missing, WindowFacts facts) {
        String remedies = missing.stream()
                .map(each -> facts.state(each).remedy())
                .distinct()
                .collect(Collectors.joining("; "));
        return new Unchecked(rule.id(), facts.words(rule.title()), facts.missing(missing), remedies);
    }

    private static Optional<Finding> finding(Rule rule, Symptom symptom, WindowFacts facts) {
        return Severity.of(symptom.figure().value(), rule.thresholds())
                .map(severity -> new Finding(
                        rule.id(),
                        facts.words(rule.title()),
                        severity,
                        rule.role(),
                        symptom.figure().value(),
                        facts.words(sentence(symptom)),
                        facts.words(symptom.nextStep()),
                        facts.share(symptom.gainNanos()),
                        facts.perStep(symptom.gainNanos()),
                        symptom.proofs().stream()
                                .map(proof ->
                                        proof.since(facts.trace().start().monotonicNanos(), facts.words(proof.text())))
                                .toList(),
                        fitting(symptom.advice(), facts).stream()
                                .map(each -> new Advice(each.framework(), facts.words(each.text())))
                                .toList(),
                        ""));
    }

    /** Adds the method of the program that the evidence shows, unless the sentence names one. */
    private static String sentence(Symptom symptom) {
        return Site.ofProofs(symptom.proofs())
                .filter(frame -> !NAMES_A_METHOD.matcher(symptom.sentence()).find()
                        && !symptom.sentence().contains(frame.replaceFirst("\\(.*", "")))
                .map(frame -> symptom.sentence() + ", in " + frame)
                .orElse(symptom.sentence());
    }

    /** Returns the advice that fits the frameworks of the window; on a virtual machine all advice if none fits. */
    private static List<Advice> fitting(List<Advice> advice, WindowFacts facts) {
        if (facts.program() != Program.JVM) {
            return advice.stream()
                    .filter(each -> !OF_JAVA.contains(each.framework())
                            && Frameworks.advised(each.framework())
                                    .map(Framework::isInPython)
                                    .orElse(true))
                    .toList();
        }
        Origin origin = facts.origin();
        List<Advice> fitting = advice.stream()
                .filter(each -> !each.framework().equals(origin.isOfAgent() ? Advice.API : Advice.AGENT))
                .filter(each -> !origin.isKnown()
                        || Frameworks.advised(each.framework()).isEmpty()
                        || origin.frameworks().contains(each.framework()))
                .toList();
        return fitting.isEmpty() ? advice : fitting;
    }

    private static Verdict verdict(List<Finding> findings, WindowFacts facts) {
        if (!facts.evidence().contains(Evidence.STEPS)) {
            int steps = facts.steps().size();
            return new Verdict(
                    "",
                    "Too few steps",
                    steps == 1
                            ? "1 complete step is too little to find what slows it down"
                            : steps + " complete steps are too few to find what slows them down",
                    "record more: " + facts.state(Evidence.STEPS).remedy(),
                    false);
        }
        // One whole window is no sample of steps: there are not too few of them.
        Verdict found = Headline.of(
                findings,
                facts.walk().isWhole() ? Headline.ENOUGH_STEPS : facts.steps().size());
        return new Verdict(
                found.rule(),
                found.title(),
                reservation(found.rule(), findings, facts) + facts.words(found.sentence()),
                found.nextStep(),
                found.isSure());
    }

    /** Returns the beginning of the verdict's sentence if other programs or a failed source limit what it can say. */
    private static String reservation(String rule, List<Finding> findings, WindowFacts facts) {
        StringBuilder text = new StringBuilder();
        facts.failedSources()
                .forEach((source, reason) ->
                        text.append(source).append(" failed (").append(reason).append("): "));
        findings.stream()
                .filter(each -> each.rule().equals(ProcessorRules.OTHERS) && each.severity() == Severity.WARNING)
                .findFirst()
                .filter(others -> !others.rule().equals(rule))
                .ifPresent(others -> text.append("measured while other programs use ")
                        .append(ProcessorRules.ofOthers(facts.load()).text())
                        .append(": "));
        return text.toString();
    }
}
