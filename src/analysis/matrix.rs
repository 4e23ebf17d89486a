//! Small dense square matrices: as much linear algebra as a maximum of likelihood needs.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareMatrix {
    size: usize,
    entries: Vec<f64>,
}

impl SquareMatrix {
    /// The zero matrix with so many rows.
    pub fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The entry at a row and column, both below the size.
    ///
    /// # Panics
    /// When the place lies beyond the last entry.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// The entry at a row and column, to be changed.
    ///
    /// # Panics
    /// When the place lies beyond the last entry.
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    /// Adds `weight * direction * direction^T` for a direction given by its entries that are not 0.
    ///
    /// # Panics
    /// When a place lies beyond the last entry.
    pub fn add_outer(&mut self, weight: f64, direction: &[(usize, f64)]) {
        for &(row, left) in direction {
            for &(column, right) in direction {
                *self.at_mut(row, column) += weight * left * right;
            }
        }
    }

    /// The product with a vector; entries that the vector lacks count 0.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.entries.chunks(self.size.max(1));
        rows.map(|row| row.iter().zip(vector).map(|(entry, value)| entry * value).sum()).collect()
    }

    /// The inverse of a symmetric positive definite matrix by Cholesky's factors; `None` when it is not that, as far as
    /// doubles can tell.
    pub fn inverse(&self) -> Option<Self> {
        let size = self.size;
        // Rows and columns are first brought to a diagonal of 1, since counts may differ by many orders of magnitude.
        let scale: Option<Vec<f64>> = (0..size)
            .map(|index| Some(1.0 / self.at(index, index).sqrt()).filter(|s| s.is_finite() && *s > 0.0))
            .collect();
        let scale = scale?;
        let mut lower = Self::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) * scale[row] * scale[column] - known;
                *lower.at_mut(row, column) = if row == column {
                    if !(rest > 1e-13 && rest.is_finite()) {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.at(column, column)
                };
            }
        }
        let mut inverse = Self::zero(size);
        for unit in 0..size {
            let mut solution = vec![0.0; size];
            for row in 0..size {
                let known: f64 = (0..row).map(|k| lower.at(row, k) * solution[k]).sum();
                solution[row] = (f64::from(u8::from(row == unit)) - known) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let known: f64 = (row + 1..size).map(|k| lower.at(k, row) * solution[k]).sum();
                solution[row] = (solution[row] - known) / lower.at(row, row);
            }
            for row in 0..size {
                *inverse.at_mut(row, unit) = solution[row] * scale[row] * scale[unit];
            }
        }
        inverse.entries.iter().all(|entry| entry.is_finite()).then_some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_matrix_is_the_identity() {
        let mut matrix = SquareMatrix::zero(3);
        matrix.add_outer(2.0, &[(0, 1.0), (1, -1.0)]);
        matrix.add_outer(1e12, &[(2, 1.0), (1, 0.5)]);
        matrix.add_outer(3.0, &[(0, 1.0)]);
        let inverse = matrix.inverse().unwrap();
        for column in 0..3 {
            let unit: Vec<f64> = (0..3).map(|row| inverse.at(row, column)).collect();
            for (row, value) in matrix.times(&unit).into_iter().enumerate() {
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((value - expected).abs() < 1e-3, "{row} {column}: {value}");
            }
        }
        assert!((inverse.at(0, 0) - 1.0 / 3.0).abs() < 1e-2, "{inverse:?}");
    }

    #[test]
    fn singular_matrices_have_no_inverse() {
        let mut matrix = SquareMatrix::zero(2);
        assert_eq!(matrix.inverse(), None);
        matrix.add_outer(1.0, &[(0, 1.0), (1, -1.0)]);
        assert_eq!(matrix.inverse(), None);
        matrix.add_outer(f64::NAN, &[(0, 1.0)]);
        assert_eq!(matrix.inverse(), None);
    }
}
