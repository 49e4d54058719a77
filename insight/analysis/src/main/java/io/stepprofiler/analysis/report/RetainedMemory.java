package io.stepprofiler.analysis.report;

/**
 * Memory that each step allocates and no step frees.
 *
 * @param place the scopes in which it is allocated
 * @param bytesPerStep its growth per step
 * @param bytes its size at the end of the window
 */
public record RetainedMemory(String place, double bytesPerStep, long bytes) {}
