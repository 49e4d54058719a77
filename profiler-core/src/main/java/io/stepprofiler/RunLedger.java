package io.stepprofiler;

import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledgerfile.LedgerCopier;
import io.stepprofiler.ledgerfile.LedgerWriter;
import io.stepprofiler.trace.TraceHandler;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The step ledger of a profile, which has the steps that end while the profile runs. Safe on any thread. */
final class RunLedger {
    private final ProfileSettings options;
    private final Failures failures;
    private @Nullable Path file;
    private @Nullable LedgerWriter writer;
    private @Nullable LedgerCopier copier;

    RunLedger(ProfileSettings options, Failures failures) {
        this.options = options;
        this.failures = failures;
    }

    /** Records the steps that end from now on. */
    synchronized void start() {
        LedgerWriter begun = writer();
        begun.begin();
        LedgerCopier next = new LedgerCopier(begun, failures);
        ProcessSteps.rings().wake(next.start());
        copier = next;
    }

    /** Lets the thread copy the last steps and end, without waiting for it. */
    synchronized void stop() {
        LedgerCopier last = copier;
        if (last != null) {
            ProcessSteps.rings().wake(null);
            writer().end();
            last.stop();
        }
    }

    /** Waits until the steps that have ended are in the file, a second at most. */
    void flush() {
        LedgerCopier last;
        synchronized (this) {
            last = copier;
        }
        if (last != null) {
            last.flush();
        }
    }

    StepLedger ledger() {
        flush();
        return writer().ledger();
    }

    /** Path of the file, which exists once a step has ended; empty before the first start, and without a file. */
    synchronized Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    private synchronized LedgerWriter writer() {
        LedgerWriter known = writer;
        if (known == null) {
            LedgerRun run = LedgerRun.ofThisProcess(
                    options.name(),
                    EnvironmentProbe.environment(),
                    LaunchProbe.launch(),
                    Optional.ofNullable(options.worker()),
                    options.ledger().place());
            file = directory().map(dir -> dir.resolve(run.fileName())).orElse(null);
            known = new LedgerWriter(run, file, options.ledger().maxBytes(), ProcessSteps.rings());
            writer = known;
        }
        return known;
    }

    private Optional<Path> directory() {
        return !options.ledger().isOnDisk()
                ? Optional.empty()
                : options.ledger()
                        .directory()
                        .or(() -> options.output().handlers().stream()
                                .map(TraceHandler::directory)
                                .flatMap(Optional::stream)
                                .findFirst());
    }
}
