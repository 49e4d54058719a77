package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The ranks that answer, and the reasons why the others do not. */
final class RankRoll implements AutoCloseable {
    private static final int ATTEMPTS = 3;
    private static final long BETWEEN_MILLIS = 500;
    private static final int MAX_THREADS = 64;

    private final List<RankMember> members = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    private RankRoll() {}

    /** Asks all ranks for their status, with several attempts for unreachable ones. */
    static RankRoll call(List<Rank> ranks, Consumer<String> tell) throws InterruptedException {
        tell.accept("asks " + ranks.size() + " ranks for their step");
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(Math.max(ranks.size(), 1), MAX_THREADS), task -> {
                    Thread thread = new Thread(task, "stepprof-ranks");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            RankRoll roll = new RankRoll();
            List<Future<RankMember>> answers =
                    ranks.stream().map(rank -> threads.submit(() -> ask(rank))).toList();
            for (int i = 0; i < answers.size(); i++) {
                try {
                    roll.members.add(answers.get(i).get());
                } catch (ExecutionException e) {
                    roll.missing.add(sentence(ranks.get(i).address(), e.getCause() == null ? e : e.getCause()));
                }
            }
            return roll;
        } finally {
            threads.shutdownNow();
        }
    }

    private static RankMember ask(Rank rank) throws IOException, InterruptedException {
        CaptureClient client = CaptureClient.connect(rank.host(), rank.port(), rank.options());
        boolean answered = false;
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    RankMember member = RankMember.ask(client);
                    answered = true;
                    return member;
                } catch (CaptureClientException e) {
                    boolean isWorthAnother = e.kind() == Kind.UNREACHABLE || e.kind() == Kind.TOO_LATE;
                    if (attempt == ATTEMPTS || !isWorthAnother) {
                        throw e;
                    }
                    TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
                }
            }
        } finally {
            if (!answered) {
                client.close();
            }
        }
    }

    /** Sentence about the failure of a rank, beginning with its address. */
    static String sentence(String address, Throwable failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return message.startsWith(address) ? message : address + ": " + message;
    }

    List<RankMember> members() {
        return members;
    }

    List<String> missing() {
        return missing;
    }

    @Override
    public void close() {
        members.forEach(member -> member.client().close());
    }
}
