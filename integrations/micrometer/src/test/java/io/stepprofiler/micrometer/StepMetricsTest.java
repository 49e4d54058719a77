package io.stepprofiler.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Profile;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.schedule.Schedule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepMetricsTest {
    private static final Path DOCUMENT = Path.of("../../docs/METRICS.md");
    private static final Path DASHBOARD = Path.of("../../examples/grafana/step-profiler.json");
    private static final Pattern METRIC = Pattern.compile("(?<!io[.])stepprofiler[_.][a-z_.]+[a-z]");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @TempDir
    private Path dir;

    /** Metrics whose readings are never kept. */
    private static StepMetrics metrics() {
        AtomicLong days = new AtomicLong();
        return new StepMetrics(() -> TimeUnit.DAYS.toNanos(days.getAndIncrement()));
    }

    private static void train(Profile profile, int steps) {
        List<Integer> batches = IntStream.range(0, steps).boxed().toList();
        for (Integer batch : DataLoader.wrap(batches)) {
            assertThat(batch).isNotNegative();
            profile.step();
        }
    }

    private Profile profile(int steps) {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().wait(1).active(3).repeat(1).build())
                .onTraceReady(ReportHandler.to(dir))
                .start()) {
            train(profile, steps);
            return profile;
        }
    }

    /** Values by name and tags. The verdict of a rule is in the second scrape. */
    private Map<String, Double> scrape() {
        registry.scrape();
        return registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
    }

    @Test
    void scrape_withoutAProfile_hasNoSteps() {
        metrics().bindTo(registry);
        Map<String, Double> values = scrape();
        assertThat(values).containsEntry("stepprofiler_steps_seconds_count", 0.0);
        assertThat(values.get("stepprofiler_steps_share{part=\"input_wait\"}")).isNaN();
        assertThat(values.get("stepprofiler_window_share{category=\"lock\"}"))
                .satisfiesAnyOf(
                        share -> assertThat(share).isNaN(),
                        share -> assertThat(ReportHandler.latest()).isPresent());
    }

    @Test
    void scrape_duringAProfile_hasItsSteps() {
        metrics().bindTo(registry);
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            train(profile, 7);
            Map<String, Double> values = scrape();
            double seconds = IntStream.range(0, 7)
                            .mapToLong(profile.ledger()::durationNanos)
                            .sum()
                    / 1e9;
            assertThat(values).containsEntry("stepprofiler_steps_seconds_count", 7.0);
            assertThat(values.get("stepprofiler_steps_seconds_sum")).isCloseTo(seconds, offset(1e-12));
            assertThat(values.get("stepprofiler_steps_share{part=\"input_wait\"}"))
                    .isBetween(0.0, 1.0);
            assertThat(values.get("stepprofiler_steps_share{part=\"communication\"}"))
                    .isNaN();
        }
    }

    @Test
    void scrape_afterAReport_hasVerdictWindowAndFailures() {
        metrics().bindTo(registry);
        // The metrics have seen the profile running.
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().wait(1).active(3).repeat(1).build())
                .onTraceReady(ReportHandler.to(dir))
                .onTraceReady(trace -> {
                    throw new IllegalStateException("a handler that fails");
                })
                .start()) {
            train(profile, 5);
            assertThat(profile.awaitDelivery(Duration.ofSeconds(30))).isTrue();
            Map<String, Double> values = scrape();
            assertThat(values).containsEntry("stepprofiler_windows_total", 1.0);
            assertThat(values).containsEntry("stepprofiler_failures_total{kind=\"handler_failed\"}", 1.0);
            assertThat(values).containsEntry("stepprofiler_failures_total{kind=\"window_lost\"}", 0.0);
            assertThat(values).containsEntry("stepprofiler_window_dropped{cause=\"event_limit\"}", 0.0);
            String rule = ReportHandler.latest().orElseThrow().rule();
            assertThat(values)
                    .containsEntry("stepprofiler_verdict{rule=\"" + (rule.isEmpty() ? "none" : rule) + "\"}", 1.0);
            assertThat(values.entrySet().stream()
                            .filter(value -> value.getKey().startsWith("stepprofiler_window_share"))
                            .mapToDouble(Map.Entry::getValue)
                            .sum())
                    .isCloseTo(1, offset(1e-6));
        }
    }

    @Test
    void counts_ofTheNextProfile_beginAgain() {
        metrics().bindTo(registry);
        try (Profile first = Profile.builder().schedule(Schedule.never()).start()) {
            train(first, 3);
            assertThat(scrape()).containsEntry("stepprofiler_steps_seconds_count", 3.0);
        }
        assertThat(scrape()).containsEntry("stepprofiler_steps_seconds_count", 3.0);
        try (Profile second = Profile.builder().schedule(Schedule.never()).start()) {
            train(second, 2);
            assertThat(scrape()).containsEntry("stepprofiler_steps_seconds_count", 2.0);
        }
    }

    @Test
    void reading_withinASecond_isTheSame() {
        AtomicLong nanos = new AtomicLong();
        new StepMetrics(nanos::get).bindTo(registry);
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            train(profile, 3);
            scrape();
            train(profile, 2);
            nanos.set(999_999_999);
            assertThat(scrape()).containsEntry("stepprofiler_steps_seconds_count", 3.0);
            nanos.set(1_000_000_000);
            assertThat(scrape()).containsEntry("stepprofiler_steps_seconds_count", 5.0);
        }
    }

    @Test
    void publication_byOtlp_hasTheSameMetrics() throws Exception {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/metrics", exchange -> {
            body.complete(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics";
            OtlpConfig config = key -> key.equals("otlp.url") ? url : null;
            OtlpMeterRegistry otlp = new OtlpMeterRegistry(config, Clock.SYSTEM);
            metrics().bindTo(otlp);
            train(profile, 4);
            otlp.close();
            Map<String, Metric> sent = new HashMap<>();
            ExportMetricsServiceRequest.parseFrom(body.get(30, TimeUnit.SECONDS))
                    .getResourceMetrics(0)
                    .getScopeMetricsList()
                    .forEach(scope -> scope.getMetricsList().forEach(metric -> sent.put(metric.getName(), metric)));
            assertThat(sent.get("stepprofiler.steps")).isNotNull();
            assertThat(sent.get("stepprofiler.steps").toString()).contains("count: 4");
            assertThat(sent)
                    .containsKeys("stepprofiler.steps.share", "stepprofiler.failures", "stepprofiler.window.share");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void dashboardAndDocument_nameMetricsThatExist() throws Exception {
        metrics().bindTo(registry);
        profile(5);
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            train(profile, 1);
            String scraped = String.join("\n", scrape().keySet());
            List<String> queries =
                    new ObjectMapper().readTree(Files.readString(DASHBOARD)).findValuesAsText("expr");
            assertThat(queries).hasSizeGreaterThan(5);
            assertThat(String.join("\n", queries) + Files.readString(DOCUMENT))
                    .satisfies(text -> assertThat(METRIC.matcher(text).results().map(MatchResult::group))
                            .hasSizeGreaterThan(15)
                            .allSatisfy(name -> assertThat(scraped).contains(name.replace('.', '_'))));
        }
    }
}
