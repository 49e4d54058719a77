package io.stepprofiler.report.faces;

import static io.stepprofiler.report.faces.Figures.percent;
import static io.stepprofiler.report.faces.Figures.time;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.account.WasteAccount;
import io.stepprofiler.fleet.account.WastePart;
import io.stepprofiler.fleet.compared.PlaceLevel;
import io.stepprofiler.fleet.comparison.Abstention;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.StageExcess;
import io.stepprofiler.fleet.straggler.Straggler;
import java.util.Locale;
import java.util.Optional;

/** Comparison of the ranks of a run as text: a verdict, the account of waste, slow places, and the data it is from. */
public final class FleetText {
    private static final int SHOWN = 10;

    private final TextLines text = new TextLines();

    private FleetText() {}

    /**
     * {@return the text}
     *
     * @param read the ledgers
     * @param fleet their comparison
     * @param unreadable number of files that are no readable ledgers
     */
    public static String of(FleetLedgers read, FleetComparison fleet, int unreadable) {
        FleetText face = new FleetText();
        face.verdict(fleet);
        fleet.account().ifPresent(face::account);
        face.causes(fleet);
        face.stragglers(fleet);
        face.data(read, fleet, unreadable);
        return face.text.toString();
    }

    private void line(String line) {
        text.wrapped("", "  ", line);
    }

    private void verdict(FleetComparison fleet) {
        Optional<Straggler> worst =
                fleet.stragglers().stream().filter(Straggler::isWarning).findFirst();
        if (fleet.stage().isPresent()) {
            StageExcess stage = fleet.stage().get();
            line("SLOW STAGE: all stages wait for stage " + stage.stage() + (stage.isLast() ? ", the last" : "")
                    + ", which takes " + time(stage.nanos()) + " a step longer than the mean rank ("
                    + percent(stage.excess()) + ").");
            line("Next: "
                    + (stage.isLast()
                            ? "fewer layers in the last stage, which also computes the loss"
                            : "fewer layers in this stage"));
        } else if (worst.isPresent()) {
            Straggler slow = worst.get();
            line("SLOW " + slow.level() + ": " + sentence(slow) + ".");
            line("Next: " + next(slow));
        } else if (fleet.lengths().isPresent()) {
            line("UNEVEN BATCHES: the steps of " + fleet.lengths().get().ranks()
                    + " ranks are as long as their batches are large.");
            line("Next: give all ranks batches of about the same size in each step");
        } else if (fleet.account().isEmpty()) {
            line("CANNOT TELL: "
                    + fleet.abstentions().stream()
                            .findFirst()
                            .map(Abstention::sentence)
                            .orElse("no steps") + ".");
        } else {
            line("NO SLOW RANK: no rank, host or rack is slower than its peers all the time.");
        }
        text.line("");
    }

    private static String sentence(Straggler slow) {
        return name(slow) + " takes " + time(slow.excessNanos()) + " (" + percent(slow.excess())
                + ") a step longer than its peers; cause: " + slow.cause().phrase() + "; could gain at most "
                + time(slow.gainNanos()) + " a step";
    }

    private static String name(Straggler slow) {
        return slow.level().name().toLowerCase(Locale.ROOT) + " " + slow.name();
    }

    private static String next(Straggler slow) {
        String ranks = slow.level() == PlaceLevel.RANK
                ? ""
                : " of rank " + slow.ranks().get(0);
        return switch (slow.cause()) {
            case DATA -> "give each rank the same amount of data";
            case MACHINE -> "look for other programs on that machine, its clock rate and its cooling";
            default -> "compare a recorded window" + ranks + " with one of another rank: stepprof diff";
        };
    }

    private void account(WasteAccount account) {
        line("A step takes " + time(account.stepNanos()) + ", of which the mean rank works " + time(account.ownNanos())
                + "; " + time(account.wasteNanos()) + " are the waste: the slowest rank above the mean.");
        for (WastePart part : account.parts()) {
            if (part.nanos() > 0) {
                text.line(String.format(
                        Locale.ROOT,
                        "  %10s  %7s  %s",
                        time(part.nanos()),
                        percent((double) part.nanos() / Math.max(1, account.wasteNanos())),
                        describe(part)));
            }
        }
        account.events().forEach((cause, nanos) -> line("of the events " + time(nanos) + ": " + cause.phrase()));
        line("If the " + (account.worstRanks() == 1 ? "slowest rank" : account.worstRanks() + " slowest ranks")
                + " were as fast as the others, a step would take " + time(account.worstGainNanos()) + " less"
                + (account.isRotating() ? "; different ranks are slow in different steps, as data is" : "") + ".");
        text.line("");
    }

    private static String describe(WastePart part) {
        return switch (part.kind()) {
            case JITTER -> "noise: another rank in each step";
            case EVENTS -> "events: single long steps of any rank";
            default -> part.kind().name().toLowerCase(Locale.ROOT) + " " + part.name();
        };
    }

    private void causes(FleetComparison fleet) {
        fleet.pauses().filter(pauses -> pauses.costNanos() > 0).ifPresent(pauses -> {
            line("Garbage collections: " + percent(pauses.rankSteps()) + " of the steps of a rank have a pause, "
                    + percent(pauses.steps()) + " of the steps of all ranks; the longest pauses cost "
                    + time(pauses.costNanos()) + " a step, and " + time(pauses.meanNanos())
                    + " if all ranks collected in the same steps.");
            text.line("");
        });
    }

    private void stragglers(FleetComparison fleet) {
        if (!fleet.stragglers().isEmpty()) {
            line("Slower than their peers all the time:");
            fleet.stragglers().stream()
                    .limit(SHOWN)
                    .forEach(slow -> line("  " + sentence(slow)
                            + (slow.certainty() == Straggler.Certainty.SUSPECTED ? " (few steps: a hint)" : "")
                            + (slow.partOf().isEmpty() ? "" : " (part of: " + slow.partOf() + ")")));
            if (fleet.stragglers().size() > SHOWN) {
                line("  and " + (fleet.stragglers().size() - SHOWN) + " more");
            }
            text.line("");
        }
    }

    private void data(FleetLedgers read, FleetComparison fleet, int unreadable) {
        line(fleet.ranks() + " of " + read.worldSize() + " ranks compared, " + fleet.missingRanks() + " missing, "
                + unreadable + (unreadable == 1 ? " file" : " files") + " unreadable; " + fleet.steps() + " steps; "
                + fleet.evidence().sentence()
                + "; " + fleet.tests() + " tests in " + fleet.windows() + " windows, false discoveries 5 %.");
        fleet.leftOut().stream()
                .limit(SHOWN)
                .forEach(each -> line(
                        "Left out: rank " + each.rank() + ", " + each.reason().sentence() + "."));
        if (read.withoutRank() > 0) {
            line("Left out: " + read.withoutRank() + " ledgers without a rank.");
        }
        fleet.abstentions().forEach(each -> line("Cannot tell: " + each.sentence() + "."));
    }
}
