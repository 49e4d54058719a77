package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * What rules say of one window.
 *
 * @param verdict the one thing to read
 * @param findings what was found: warnings first, in each by what a step could gain, the most first
 * @param fine titles of the rules that were checked and had nothing to say
 * @param unchecked the rules that could not be checked
 */
public record Diagnosis(Verdict verdict, List<Finding> findings, List<String> fine, List<Unchecked> unchecked) {
    /**
     * Copies the lists.
     *
     * @param verdict the one thing to read
     * @param findings what was found
     * @param fine titles of the rules that had nothing to say
     * @param unchecked the rules that could not be checked
     */
    public Diagnosis {
        findings = List.copyOf(findings);
        fine = List.copyOf(fine);
        unchecked = List.copyOf(unchecked);
    }
}
