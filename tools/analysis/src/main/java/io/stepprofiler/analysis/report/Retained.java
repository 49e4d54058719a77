package io.stepprofiler.analysis.report;

/**
 * Memory that each step takes and none gives back.
 *
 * @param place the scopes in which it is allocated
 * @param bytesPerStep by how much it grows
 * @param bytes how much there is at the end of the window
 */
public record Retained(String place, double bytesPerStep, long bytes) {}
