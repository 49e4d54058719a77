package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.FleetInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.comparison.Abstention;
import io.stepprofiler.fleet.ranks.OwnTimesWhatIf;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.report.faces.WhatIfText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Computes the duration of a step if some ranks were as fast as the others, or stages took another time. */
@Command(
        name = "whatif",
        description = {
            "Computes the duration of a step if some ranks were as fast as the others, or stages took another time.",
            "",
            "  stepprof fleet whatif log --without host=gpu12,rank=17",
            "  stepprof fleet whatif log --stage 3=-10%%",
            ""
        })
final class FleetWhatIfCommand extends Subcommand {
    private static final Pattern PERCENT = Pattern.compile("([+-]?\\d{1,4}(?:\\.\\d{1,6})?)%");

    @Mixin
    private FleetInput input = new FleetInput();

    @Option(
            names = "--without",
            paramLabel = "PLACE=NAME",
            split = ",",
            description = "take ranks for as fast as the others: rank=NUMBER, host=NAME or rack=NAME; may be repeated")
    private List<String> without = List.of();

    @Option(
            names = "--stage",
            paramLabel = "NUMBER=PERCENT",
            split = ",",
            description = "change the own times of a stage of the pipeline, such as 3=-10%%; may be repeated")
    private Map<Integer, String> stages = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        if (without.isEmpty() && stages.isEmpty()) {
            throw refusal("Missing the change: --without, --stage, or both");
        }
        Map<Integer, Double> factors = new LinkedHashMap<>();
        stages.forEach((stage, percent) -> factors.put(stage, factor(stage, percent)));
        List<Predicate<RankPlace>> places = without.stream().map(this::place).toList();
        FleetReport report = input.report(this);
        if (report.comparison().account().isEmpty()) {
            throw new IOException("cannot tell: "
                    + report.comparison().abstentions().stream()
                            .findFirst()
                            .map(Abstention::sentence)
                            .orElse("no steps"));
        }
        List<RankPlace> ranks = report.read().steps().places();
        for (int i = 0; i < places.size(); i++) {
            if (ranks.stream().noneMatch(places.get(i))) {
                throw new IOException("--without " + without.get(i) + " is not allowed: must be a place of this run");
            }
        }
        for (int stage : factors.keySet()) {
            if (ranks.stream().noneMatch(rank -> rank.stage() == stage)) {
                throw new IOException("--stage " + stage + " is not allowed: must be a stage of this run");
            }
        }
        OwnTimesWhatIf answer = OwnTimesWhatIf.of(
                report.read().steps(), rank -> places.stream().anyMatch(place -> place.test(rank)), factors);
        out().print(WhatIfText.of(answer, words()));
        return report.unread().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }

    private Predicate<RankPlace> place(String text) {
        for (PlaceLevel level : PlaceLevel.values()) {
            String prefix = level.name().toLowerCase(Locale.ROOT) + "=";
            if (text.startsWith(prefix) && text.length() > prefix.length()) {
                String name = text.substring(prefix.length());
                return place -> level.name(place).equals(name);
            }
        }
        throw refusal("--without " + text + " is not allowed: must be rank=NUMBER, host=NAME or rack=NAME");
    }

    private double factor(int stage, String percent) {
        Matcher matcher = PERCENT.matcher(percent);
        if (matcher.matches() && Double.parseDouble(matcher.group(1)) >= -100) {
            return 1 + Double.parseDouble(matcher.group(1)) / 100;
        }
        throw refusal(
                "--stage " + stage + "=" + percent + " is not allowed: must be a percentage from -100%, such as -10%");
    }

    private String words() {
        List<String> words = new ArrayList<>();
        if (!without.isEmpty()) {
            words.add("--without " + String.join(",", without));
        }
        stages.forEach((stage, percent) -> words.add("--stage " + stage + "=" + percent));
        return String.join(" ", words);
    }
}
