package io.stepprofiler.analysis.report;

/**
 * One figure of a window that another run can be compared by.
 *
 * @param id its name, such as {@code step.cost}; stable from version to version
 * @param value the figure
 * @param unit its unit: {@code ns}, {@code steps/s}, {@code count/step}, {@code bytes} or {@code share}
 * @param polarity which way it gets better
 */
public record Metric(String id, double value, String unit, Polarity polarity) {}
