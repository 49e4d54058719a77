package io.stepprofiler.analysis.report;

/**
 * Figure of a window for comparison with other runs.
 *
 * @param id its name, such as {@code step.cost}; stable from version to version
 * @param value the figure
 * @param unit its unit: {@code ns}, {@code steps/s}, {@code count/step}, {@code bytes} or {@code share}
 * @param polarity its better direction
 */
public record Metric(String id, double value, String unit, Polarity polarity) {}
